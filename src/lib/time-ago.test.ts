import { expect, test } from 'vitest'
import { timeAgo } from './time-ago'

test.each([
  [0, 'en', '0 seconds ago'],
  [59_999, 'en', '59 seconds ago'],
  [60_000, 'en', '1 minute ago'],
  [7_200_000, 'en', '2 hours ago'],
  [172_800_000, 'de', 'vor 2 Tagen'],
  [-5_000, 'en', '0 seconds ago'],
  [40_000, 'no such locale', '40 seconds ago'],
])('%i ms in %s is %s', (age, locale, text) => expect(timeAgo(1e12, 1e12 + age, locale)).toBe(text))
