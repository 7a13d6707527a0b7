import { afterEach, expect, test, vi } from 'vitest'
import { untilLoaded } from './until-loaded'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what did not load is asked for again, less and less often, until it is there', async () => {
  vi.useFakeTimers()
  const began = Date.now()
  const asked: number[] = []
  const loaded = untilLoaded(async () => {
    asked.push(Date.now() - began)
    if (asked.length < 4) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([await loaded, asked]).toEqual(['part', [0, 5_000, 15_000, 35_000]])
})

test('a browser that is online again does not wait for the end of the pause', async () => {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  let [asked, isOnline] = [0, false]
  const loaded = untilLoaded(async () => {
    asked++
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
  await vi.advanceTimersByTimeAsync(60_000)
  const before = asked
  isOnline = true
  page.dispatchEvent(new Event('online'))
  expect([await loaded, asked]).toEqual(['part', before + 1])
})

test('pauses are a minute at most, so that a page that was cut off for hours works soon after', async () => {
  vi.useFakeTimers()
  const asked: number[] = []
  void untilLoaded(async () => {
    asked.push(Date.now())
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await vi.advanceTimersByTimeAsync(7_200_000)
  expect((asked.at(-1) ?? 0) - (asked.at(-2) ?? 0)).toBe(60_000)
})

test('nothing is asked for after the signal, as when the last element has left', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  let asked = 0
  const loaded = vi.fn()
  void untilLoaded(async () => {
    if (++asked < 3) throw new TypeError('Failed to fetch dynamically imported module')
  }, stop.signal).then(loaded)
  await vi.advanceTimersByTimeAsync(5_000)
  stop.abort()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([asked, loaded.mock.calls]).toEqual([2, []])
})
