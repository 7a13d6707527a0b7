import { expect, test } from 'vitest'
import { cutAmount, localAmount } from './cut-amount'

test.each([
  ['10000', '10000'],
  ['0', '0'],
  ['9999.999999', '9999.9999'],
  ['1.50', '1.5'],
  ['100.0000', '100'],
  ['0.00001', '0'],
  ['20.0', '20'],
])('cutAmount: %s is shown as %s', (amount, shown) => {
  expect(cutAmount(amount)).toBe(shown)
})

test.each([
  ['1.284', 'de', '1,284'],
  ['10000', 'en', '10,000'],
  ['1234567.99999', 'fr', '1 234 567,9999'],
  ['9999.99999', 'en', '9,999.9999'],
  ['0.00001', 'de', '0'],
])('localAmount: %s in %s is %s', (amount, locale, shown) => {
  expect(localAmount(amount, locale).replace(/\s/g, ' ')).toBe(shown)
})
