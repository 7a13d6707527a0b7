import { describe, expect, test } from 'vitest'
import { clockTime } from './clock-time'

describe('clockTime', () => {
  test('has two digits of seconds', () => {
    expect([0, 9, 60, 216, 600].map((seconds) => clockTime(seconds, 'en'))).toEqual(['0:00', '0:09', '1:00', '3:36', '10:00'])
  })
  test('uses the language’s digits for numbers', () => {
    expect(clockTime(216, 'fa')).toBe('۳:۳۶')
    expect(clockTime(216, 'de')).toBe('3:36')
  })
})
