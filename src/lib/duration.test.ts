import { describe, expect, test } from 'vitest'
import { clockTime, secondsUntil } from './duration'

describe('secondsUntil', () => {
  test('counts a second that has begun', () => {
    expect(secondsUntil(10_500, 1_000)).toBe(10)
    expect(secondsUntil(10_000, 1_000)).toBe(9)
  })
  test('is 0 once the end has passed', () => {
    expect(secondsUntil(1_000, 1_000)).toBe(0)
    expect(secondsUntil(1_000, 99_000)).toBe(0)
  })
})

describe('clockTime', () => {
  test('has two digits of seconds', () => {
    expect([0, 9, 60, 216, 600].map(clockTime)).toEqual(['0:00', '0:09', '1:00', '3:36', '10:00'])
  })
})
