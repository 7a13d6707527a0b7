import { describe, expect, test } from 'vitest'
import { secondsUntil } from './seconds-until'

describe('secondsUntil', () => {
  test('rounds up to a full second', () => {
    expect(secondsUntil(10_500, 1_000)).toBe(10)
    expect(secondsUntil(10_000, 1_000)).toBe(9)
  })
  test('is 0 once the end has passed', () => {
    expect(secondsUntil(1_000, 1_000)).toBe(0)
    expect(secondsUntil(1_000, 99_000)).toBe(0)
  })
})
