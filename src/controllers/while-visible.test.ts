import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileVisible } from './while-visible'

const page = Object.assign(new EventTarget(), { hidden: false })
const browser = new EventTarget()
const device = { onLine: true }

beforeEach(() => {
  vi.useFakeTimers()
  page.hidden = false
  device.onLine = true
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', device)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('runs every 4 s while visible; not while hidden or offline, and once when that ends', () => {
  const tick = vi.fn()
  const stop = whileVisible(4_000, tick)
  vi.advanceTimersByTime(12_000)
  expect(tick).toHaveBeenCalledTimes(3)

  page.hidden = true
  vi.advanceTimersByTime(60_000)
  expect(tick).toHaveBeenCalledTimes(3)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(tick).toHaveBeenCalledTimes(4)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(tick).toHaveBeenCalledTimes(4)

  device.onLine = false
  vi.advanceTimersByTime(60_000)
  expect(tick).toHaveBeenCalledTimes(4)
  device.onLine = true
  browser.dispatchEvent(new Event('online'))
  expect(tick).toHaveBeenCalledTimes(5)

  stop()
  vi.advanceTimersByTime(60_000)
  expect(tick).toHaveBeenCalledTimes(5)
})

test('a clock that is set back delays nothing', () => {
  const tick = vi.fn()
  const stop = whileVisible(4_000, tick)
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(8_000)
  expect(tick).toHaveBeenCalledTimes(2)
  stop()
})
