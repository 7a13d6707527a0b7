import { afterEach, describe, expect, test, vi } from 'vitest'
import { startWhenLoaded, untilDone } from './when-loaded'

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

describe('startWhenLoaded', () => {
  const started = () => {
    const stopped = vi.fn()
    return { stopped, begin: vi.fn(() => stopped) }
  }

  test('what was started is stopped', async () => {
    const { begin, stopped } = started()
    const stop = startWhenLoaded(Promise.resolve('part'), begin)
    await undefined
    expect([begin.mock.calls, stopped.mock.calls]).toEqual([[['part']], []])
    stop()
    expect(stopped).toHaveBeenCalledTimes(1)
  })

  test('error: what is stopped before it has loaded is not started', async () => {
    const { begin } = started()
    startWhenLoaded(Promise.resolve(), begin)()
    await undefined
    expect(begin).not.toHaveBeenCalled()
  })
})
