import { describe, expect, test } from 'vitest'
import { exactTime, roughTime } from './exact-time'

const DAY = 86_400

describe('exactTime', () => {
  test('is in the largest unit that divides it, however long it is', () => {
    expect([30 * DAY, 6 * 3_600, 36 * 3_600, 90 * 60, 90, 1].map((seconds) => exactTime(seconds, 'en'))).toEqual([
      '30 days',
      '6 hours',
      '36 hours',
      '90 minutes',
      '90 seconds',
      '1 second',
    ])
    expect(exactTime(30 * DAY + 1, 'en')).toBe('2,592,001 seconds')
  })
  test('says sixty seconds, as "every one minute" reads badly', () => {
    expect(exactTime(60, 'en')).toBe('60 seconds')
  })
  test('uses the language’s plural forms', () => {
    expect([2, 6, 21].map((hours) => exactTime(hours * 3_600, 'ru'))).toEqual(['2 часа', '6 часов', '21 час'])
    expect(exactTime(30 * DAY, 'de')).toBe('30 Tage')
  })
})

describe('roughTime', () => {
  test('is in the largest unit of which there are at least two', () => {
    const said = [20, 125, 600, 3_590, 7_100, 7_250, 481 * 60, 47.8 * 3_600, 365 * DAY].map((seconds) => roughTime(seconds, 'en'))
    expect(said).toEqual([
      '2 minutes',
      '2 minutes',
      '10 minutes',
      '60 minutes',
      '118 minutes',
      '2 hours',
      '8 hours',
      '2 days',
      '365 days',
    ])
  })
})
