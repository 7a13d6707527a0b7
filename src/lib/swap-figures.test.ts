import { describe, expect, test } from 'vitest'
import { priceImpact, rateOf } from './swap-figures'

test('rateOf gives the output for one unit of the input', () => {
  expect(rateOf('0.5', '1600')).toBe('3200')
  expect(rateOf('3', '1')).toBe('0.333333333333333333')
  // A token of 24 decimals.
  expect(rateOf('0.500000000000000000000000', '1600')).toBe('3200')
})

test.each([
  ['0', '1'],
  ['x', '1'],
  ['1', 'x'],
  ['-1', '1'],
  ['1', '-1'],
])('error: of %s for %s there is no rate', (amount, out) => expect(rateOf(amount, out)).toBeUndefined())

describe('priceImpact', () => {
  test('is the loss between the two values', () =>
    expect(priceImpact('1', '900', '1000', '1')).toEqual({ percent: 10, lost: '100' }))
  test('is exact where amount and price together have more than eighteen decimals', () =>
    expect(priceImpact('1.000000000000000001', '900.225', '1000.25', '1')).toEqual({ percent: 10, lost: '100.025000000000001' }))
  test('is zero for a gain', () => expect(priceImpact('1', '1100', '1000', '1')).toEqual({ percent: 0, lost: '0' }))
  test('error: is undefined without a price or an amount', () => {
    expect(priceImpact('1', '900', undefined, '1')).toBeUndefined()
    expect(priceImpact('1', '900', '1', undefined)).toBeUndefined()
    expect(priceImpact('1', 'x', '1', '1')).toBeUndefined()
    expect(priceImpact('0', '900', '1', '1')).toBeUndefined()
  })
})
