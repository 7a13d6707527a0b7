import { describe, expect, test } from 'vitest'
import { shortAmount, shortFiat } from './short-figures'

describe('shortAmount', () => {
  test.each([
    ['1234.56789', '1,234.5678 ETH'],
    ['0.000000000000000000000000000000000001', '<0.0001 ETH'],
    ['999999999999', '999,999,999,999 ETH'],
    ['1299999999999.9', '1.2T ETH'],
    ['-1299999999999.9', '−1.2T ETH'],
    ['000000000000001.5', '1.5 ETH'],
    ['9'.repeat(15), '999.9T ETH'],
    [`1${'0'.repeat(15)}`, '>999T ETH'],
    ['9'.repeat(78), '>999T ETH'],
  ])('%s', (amount, text) => expect(shortAmount(amount, 'ETH', 'en')).toBe(text))

  test('without a symbol there is no trailing space', () => expect(shortAmount('1', '', 'en')).toBe('1'))
  test('error: an invalid amount is a dash', () => expect(shortAmount('1e9', 'ETH', 'en')).toBe('– ETH'))
})

describe('shortFiat', () => {
  test.each([
    ['8169.42', 'en', '$8,169.42'],
    ['8169.42', 'de', '8.169,42\u00a0$'],
    ['0.001', 'en', '<$0.01'],
    ['1'.repeat(40), 'en', '>$999T'],
  ])('%s in %s', (amount, locale, text) => expect(shortFiat(amount, locale)).toBe(text))
})
