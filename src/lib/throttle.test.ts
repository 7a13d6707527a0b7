import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { throttle } from './throttle'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('throttle', () => {
  test('runs the first at once, and a single one once', () => {
    const work = vi.fn()
    throttle(1_000, work)()
    expect(work).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('of a thousand a second for five seconds it runs one a second, and one after the last', () => {
    const done: number[] = []
    const ask = throttle(1_000, () => done.push(Date.now()))
    const since = Date.now()
    for (let at = 0; at < 5_000; at++) {
      ask()
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(60_000)
    expect(done.map((at) => at - since)).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000])
  })
})
