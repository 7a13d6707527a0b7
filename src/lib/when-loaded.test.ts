import { afterEach, describe, expect, test, vi } from 'vitest'
import { untilDone } from './when-loaded'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('untilDone', () => {
  test('error: what needs a part that does not load is done once it has, and the console says so once', async () => {
    vi.useFakeTimers()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let [tries, done] = [0, 0]
    const ended = untilDone(async () => {
      if (++tries < 4) throw new TypeError('Failed to fetch dynamically imported module')
      done++
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await ended
    expect([tries, done, warn.mock.calls.length]).toEqual([4, 1, 1])
  })
})
