import { describe, expect, test } from 'vitest'
import { clockSkewMs } from './clock'

describe('clockSkewMs', () => {
  test('a fast clock is positive, a slow one negative', () => {
    expect(clockSkewMs(1_000_000, 1_300_000)).toBe(300_000)
    expect(clockSkewMs(1_300_000, 1_000_000)).toBe(-300_000)
  })

  test('seconds cut off by the header, and no header, are no skew', () => {
    expect(clockSkewMs(1_000_000, 1_001_900)).toBe(0)
    expect(clockSkewMs(undefined, 5)).toBe(0)
  })
})
