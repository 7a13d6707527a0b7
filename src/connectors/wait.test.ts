import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TELL_INTERVAL_MS } from './limits'
import { paced } from './wait'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('paced', () => {
  const report = vi.fn()
  beforeEach(() => report.mockClear())

  test('reports soon after the first ask, and for all that follow once when the time is over', () => {
    const reports = paced(report)
    reports.ask()
    expect(report).not.toHaveBeenCalled()
    vi.advanceTimersByTime(0)
    for (let times = 0; times < 9; times++) reports.ask()
    vi.advanceTimersByTime(TELL_INTERVAL_MS - 1)
    expect(report).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(report).toHaveBeenCalledTimes(2)
    vi.runAllTimers()
    expect(report).toHaveBeenCalledTimes(2)
  })

  test('what was canceled is not reported; the next ask is', () => {
    const reports = paced(report)
    reports.ask()
    reports.cancel()
    vi.runAllTimers()
    expect(report).not.toHaveBeenCalled()
    reports.ask()
    vi.advanceTimersByTime(0)
    expect(report).toHaveBeenCalledTimes(1)
  })

  test('error: a clock that is set back delays no report', () => {
    const reports = paced(report)
    reports.ask()
    vi.advanceTimersByTime(0)
    vi.setSystemTime(Date.now() - 3_600_000)
    reports.ask()
    vi.advanceTimersByTime(TELL_INTERVAL_MS)
    expect(report).toHaveBeenCalledTimes(2)
  })
})
