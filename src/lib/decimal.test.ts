import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDecimals, compareDecimals, isPositive, multiplyDecimals } from './decimal'

const decimals = fc.integer({ min: 0, max: 36 })
const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), decimals).map(([units, scale]) => {
  const digits = units.toString().padStart(scale + 1, '0')
  return scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits
})

describe('addDecimals', () => {
  test.each([
    [[], '0'],
    [['0.1', '0.2'], '0.3'],
    [['999999999999999999.99', '0.01'], '1000000000000000000'],
    [['1.50', '-0.5'], '1'],
    [['0.000000000000000000000000000000000001', '1'], '1.000000000000000000000000000000000001'],
  ])('%j make %s', (terms, sum) => expect(addDecimals(terms)).toBe(sum))

  test('error: an invalid decimal counts as zero', () => expect(addDecimals(['1e3', 'x', '1,000', '2'])).toBe('2'))

  test('the order does not matter', () => {
    fc.assert(fc.property(fc.array(amount), (terms) => addDecimals(terms) === addDecimals(terms.toReversed())))
  })
})

describe('multiplyDecimals', () => {
  test.each([
    ['0.1', '0.2', '0.02'],
    ['1284600000000000000', '3412.55', '4383761730000000000000'],
    ['-2', '0.5', '-1'],
    ['0', '3412.55', '0'],
  ])('%s times %s is %s', (a, b, product) => expect(multiplyDecimals(a, b)).toBe(product))

  test('the order does not matter', () => {
    fc.assert(fc.property(amount, amount, (a, b) => multiplyDecimals(a, b) === multiplyDecimals(b, a)))
  })
})

describe('compareDecimals', () => {
  test.each([
    ['10', '9', 1],
    ['0.10', '0.1', 0],
    ['0.09', '0.1', -1],
    ['0.1', '0.09', 1],
    ['-1', '0', -1],
  ])('%s and %s: %i', (a, b, order) => expect(compareDecimals(a, b)).toBe(order))
})

describe('isPositive', () => {
  test.each([
    ['0.0001', true],
    ['0.0', false],
    ['-1', false],
    ['x', false],
    ['1e5', false],
  ])('%s: %s', (text, is) => expect(isPositive(text)).toBe(is))
})
