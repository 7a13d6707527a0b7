import { expect, test } from 'vitest'
import { plural } from './plural'

test('a count takes its language’s plural form, or the last one if that is missing', () => {
  const forms = { one: 'one', few: 'few', many: 'many', other: 'other' }
  const told = (locale: string) => [1, 2, 5, 21, 22].map((count) => plural(locale)(count, forms))
  expect(told('ru')).toEqual(['one', 'few', 'many', 'one', 'few'])
  expect(told('pl')).toEqual(['one', 'few', 'many', 'many', 'few'])
  expect(told('de')).toEqual(['one', 'other', 'other', 'other', 'other'])
  expect(told('ja')).toEqual(Array(5).fill('other'))
  expect(plural('ru')(5, { one: 'one', other: 'other' })).toBe('other')
})
