import { expect, test } from 'vitest'
import { cutAmount } from './cut-amount'

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
