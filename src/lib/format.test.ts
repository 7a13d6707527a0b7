import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import {
  decimalOf,
  figureIn,
  formatAmount,
  formatFiat,
  formatPercent,
  formatUnits,
  isDecimal,
  MAX_UINT256,
  parseUnits,
  splitDecimals,
  typedIn,
} from './format'

const amounts = inFull(100_000, 1_000)
const runs = { numRuns: amounts }
const units = fc.bigInt({ min: 0n, max: MAX_UINT256 })
const decimals = fc.integer({ min: 0, max: 36 })

afterEach(() => vi.unstubAllGlobals())

describe('formatUnits and parseUnits', () => {
  test(`promise 7: parse undoes format for each of ${amounts} amounts below 2^256 and 0 to 36 decimals`, () => {
    fc.assert(
      fc.property(units, decimals, (amount, places) => {
        expect(parseUnits(formatUnits(amount, places), places)).toBe(amount)
      }),
      runs,
    )
  })

  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [10n ** 18n, 18, '1'],
    [1_500_000n, 6, '1.5'],
    [-1_500_000n, 6, '-1.5'],
    [7n, 0, '7'],
    [MAX_UINT256, 0, MAX_UINT256.toString()],
  ])('%d with %i decimals is %s', (amount, places, text) => expect(formatUnits(amount, places)).toBe(text))

  test.each([
    ['1', 6, 1_000_000n],
    ['.5', 6, 500_000n],
    ['5.', 6, 5_000_000n],
    ['001.50', 6, 1_500_000n],
    ['1.50000000000', 6, 1_500_000n],
    ['0', 0, 0n],
    ['9007199254740993', 0, 9_007_199_254_740_993n],
  ])('%s with %i decimals is exact', (text, places, amount) => expect(parseUnits(text, places)).toBe(amount))

  test.each([
    '',
    '.',
    '-1',
    '+1',
    '1e18',
    '1,5',
    '1 000',
    ' 1',
    '1\n',
    '0x10',
    '1.2.3',
    'NaN',
    'Infinity',
    '١',
    '１',
    '1_000',
    '0.0000001',
    'null',
  ])('error: %j with 6 decimals is refused', (text) => expect(parseUnits(text, 6)).toBeUndefined())

  test('error: more than 256 bits, overlong text and impossible decimals are refused', () => {
    expect(parseUnits(MAX_UINT256.toString(), 0)).toBe(MAX_UINT256)
    expect(parseUnits((MAX_UINT256 + 1n).toString(), 0)).toBeUndefined()
    expect(parseUnits('0'.repeat(1_000), 0)).toBeUndefined()
    for (const places of [-1, 1.5, 256, Number.NaN]) {
      expect(parseUnits('1', places)).toBeUndefined()
      expect(() => formatUnits(1n, places)).toThrow(RangeError)
    }
  })

  test(`promise 8: each of ${amounts} texts is either exact or refused`, () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.eE+-, _x') }))
    let [exact, refused] = [0, 0]
    fc.assert(
      fc.property(text, decimals, (typed, places) => {
        const amount = parseUnits(typed, places)
        if (amount === undefined) return void refused++
        exact++
        const [whole = '', fraction = ''] = typed.split('.')
        expect(formatUnits(amount, places)).toBe(
          `${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction}`
            .replace(/\.?0*$/, (end) => (end.startsWith('.') ? '' : end))
            .replace(/(\.\d*?)0+$/, '$1'),
        )
      }),
      runs,
    )
    expect([exact > 0, refused > 0]).toEqual([true, true])
  })
})

describe('decimalOf', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [25.5, '25.5'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-1e-7, '-0.0000001'],
    [1.234e22, '12340000000000000000000'],
  ])('%d is %s', (value, text) => expect(decimalOf(value)).toBe(text))

  test('the text reads back as the number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalOf(value)
        expect(isDecimal(text)).toBe(true)
        expect(Number(text) === value).toBe(true)
      }),
      runs,
    )
  })
})

describe('typedIn', () => {
  test.each([
    ['1234567.891', 'en', '1234567.891'],
    ['1234567.891', 'de', '1234567,891'],
    ['0.000000000000000001', 'fr', '0,000000000000000001'],
    ['12.50', 'ar-EG', '١٢٫٥٠'],
    ['', 'de', ''],
    ['1.', 'de', '1.'],
    ['1.234,5', 'de', '1.234,5'],
  ])('%s in %s is %s', (amount, locale, text) => expect(typedIn(amount, locale)).toBe(text))
})

describe('formatAmount', () => {
  test.each([
    ['1234567.891', 'en', '1,234,567.891'],
    ['1234567.891', 'de', '1.234.567,891'],
    ['1234567.5', 'en-IN', '12,34,567.5'],
    ['1234.5', 'ar-EG', '١٬٢٣٤٫٥'],
    ['0.99999999', 'en', '0.9999'],
    ['1.50', 'en', '1.5'],
    ['0', 'en', '0'],
    ['0.000', 'en', '0'],
    ['0.00001', 'en', '<0.0001'],
    ['-12.34567', 'en', '-12.3456'],
    ['-0.5', 'en', '-0.5'],
    ['-0.000', 'en', '0'],
    [
      '115792089237316195423570985008687907853269984665640564039457.5',
      'en',
      '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457.5',
    ],
    ['007.5', 'en', '7.5'],
  ])('%s in %s is %s', (amount, locale, text) => expect(formatAmount(amount, locale)).toBe(text))

  test('amounts with more decimals than older browsers’ limit of twenty are formatted all the same', () => {
    const { NumberFormat } = Intl
    const old = (locale: string, options: Intl.NumberFormatOptions = {}) => {
      if ((options.maximumFractionDigits ?? 0) > 20) throw new RangeError('maximumFractionDigits value is out of range')
      return new NumberFormat(locale, options)
    }
    vi.stubGlobal('Intl', {
      NumberFormat: new Proxy(NumberFormat, { construct: (_, [locale, options]) => old(locale, options) }),
    })
    const amount = `1.${'123456789'.repeat(3)}`
    const shown = () => formatAmount(amount, 'en-NZ', { maxDigits: 36 })
    expect(shown).not.toThrow()
    expect(shown()).toBe(amount)
  })

  test('the number of decimals can be chosen', () => {
    expect(formatAmount('1.23456789', 'en', { maxDigits: 8 })).toBe('1.23456789')
    expect(formatAmount('1.9', 'en', { maxDigits: 0 })).toBe('1')
    expect(formatAmount('0.9', 'en', { maxDigits: 0 })).toBe('<1')
  })

  test('never shows more than there is', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        decimals,
        fc.integer({ min: 0, max: 8 }),
        (amount, places, maxDigits) => {
          const shown = formatAmount(formatUnits(amount, places), 'en', { maxDigits })
          const least = parseUnits(shown.replace(/[<,]/g, ''), 36) ?? -1n
          const exact = amount * 10n ** BigInt(36 - places)
          expect(
            shown.startsWith('<') ? exact < least && exact > 0n : least <= exact && exact - least < 10n ** BigInt(36 - maxDigits),
          ).toBe(true)
        },
      ),
      { ...runs, examples: [[1n, 18, 4]] },
    )
  })

  test('error: an invalid amount is a dash, an unknown locale is English', () => {
    for (const amount of ['', 'x', '1e5', '1,5', 'NaN', '0'.repeat(500)]) expect(formatAmount(amount, 'en')).toBe('–')
    expect(formatAmount('1234.5', 'not a locale')).toBe('1,234.5')
  })
})

describe('formatFiat', () => {
  test.each([
    ['1234.5', 'en', 'USD', '$1,234.50'],
    ['0.999', 'en', 'USD', '$0.99'],
    ['0.001', 'en', 'USD', '<$0.01'],
    ['0', 'en', 'USD', '$0.00'],
    ['-3.456', 'en', 'USD', '-$3.45'],
    ['1234.5', 'en', 'JPY', '¥1,234'],
    ['0.4', 'en', 'JPY', '<¥1'],
  ])('%s in %s %s is %s', (amount, locale, currency, text) => expect(formatFiat(amount, locale, currency)).toBe(text))

  test('the currency is placed by the locale', () => expect(formatFiat('1234.5', 'de', 'EUR')).toBe('1.234,50\u00A0€'))
  test('in an amount, which reads from left to right everywhere, the space is before the sign, in Hebrew and Arabic too', () => {
    expect(formatFiat('1234.5', 'he')).toBe('1,234.50\u00A0$')
    expect(formatFiat('1234.5', 'ar')).toBe('1,234.50\u00A0US$')
  })

  test('error: an invalid amount is a dash, an unknown currency is shown as dollars', () => {
    expect(formatFiat('x', 'en')).toBe('–')
    expect(formatFiat('1', 'en', 'nope')).toBe('$1.00')
  })
})

describe('formatPercent', () => {
  test('follows the language', () => {
    expect([formatPercent(1, 'en'), formatPercent(12.5, 'en', 2), formatPercent(0, 'en', 2)]).toEqual(['1%', '12.50%', '0.00%'])
    expect(formatPercent(12.5, 'de', 2)).toBe('12,50\u00a0%')
    expect(formatPercent(3, 'tr')).toBe('%3')
  })
})

describe('splitDecimals', () => {
  test.each([
    ['10,000 ETH', 'en', ['10,000 ETH', '', '']],
    ['$8,169.42', 'en', ['$8,169', '.42', '']],
    ['8.169,42 €', 'de', ['8.169', ',42', ' €']],
    ['10.000 ETH', 'de', ['10.000 ETH', '', '']],
    ['–', 'en', ['–', '', '']],
    ['1.2846 ETH', 'en', ['1', '.2846', ' ETH']],
    ['١٬٢٣٤٫٥', 'ar-EG', ['١٬٢٣٤٫٥', '', '']],
  ] as const)('%s in %s', (figure, locale, parts) => {
    expect(splitDecimals(figure, locale)).toEqual(parts)
  })
})

test('an amount in a right-to-left sentence is isolated, and is unchanged elsewhere', () => {
  expect([figureIn('0.25 ETH', 'rtl'), figureIn('0.25 ETH', 'ltr')]).toEqual(['\u20660.25 ETH\u2069', '0.25 ETH'])
})
