import { describe, expect, test } from 'vitest'
import { isDecimal, typedIn } from './format'
import { readingsOf, typedAmount, typedClearly, typedInto } from './typed-amount'

describe('typedAmount', () => {
  test.each([
    ['12.5', '12.5'],
    [' 12,5 ', '12.5'],
    ['۱۲٫۵', '12.5'],
    ['١٢٫٥', '12.5'],
    ['๑๒.๕', '12.5'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['٫٥', '0.5'],
    ['1,0000', '1.0000'],
    ['0,125', '0.125'],
    [',125', '0.125'],
    ['1٫125', '1.125'],
    // In right-to-left text our amounts have such marks around them, and are copied with them.
    ['\u2066 0.25\u2069', '0.25'],
    [' \u200f١٢٫٥\u200e ', '12.5'],
  ])('%s is %s', (text, amount) => expect(typedAmount(text, 'en')).toBe(amount))

  test.each(['1,000', '12,345', '1,234.5', '1.234,5', '1,2,3', '1e3', '−1', '\u202e21'])(
    '%s is kept as typed, to be refused later',
    (text) => {
      expect(typedAmount(text, 'en')).toBe(text)
    },
  )
})

describe('typedAmount in a language that groups thousands with a point', () => {
  test.each(['de', 'es', 'it', 'nl', 'pt-BR', 'id', 'tr', 'vi'])(
    'error: in %s a point that may group thousands is ambiguous, as a comma is: a thousand was sent as one',
    (locale) => {
      for (const text of ['1.234', ' 12.500 ', '100.000']) {
        const read = typedAmount(text, locale)
        expect([isDecimal(read), readingsOf(read)]).toEqual([false, [text.trim().replace('.', ''), text.trim()]])
      }
      // A point that cannot group thousands is the decimal point of many keyboards.
      for (const text of ['0.125', '1.5', '1.2345', '.125', '1234.5'])
        expect(Number(typedAmount(text, locale))).toBe(Number(text))
    },
  )

  test.each(['1.234,5', '1.234.567'])('%s is kept as typed, too', (text) => expect(typedAmount(text, 'de')).toBe(text))

  test('the decimal reading that is proposed for an ambiguous amount is not ambiguous itself', () => {
    const [, decimal = ''] = readingsOf(typedAmount('1.234', 'de')) ?? []
    expect(typedAmount(typedClearly(decimal, 'de'), 'de')).toBe('1.2340')
  })

  test.each(['en', 'fr', 'pl', 'ru', 'hi', 'ja', 'de-CH'])('in %s a point is a decimal point', (locale) => {
    expect(typedAmount('1.234', locale)).toBe('1.234')
  })
})

describe('typedAmount in a language that groups thousands with a mark that is never a decimal mark', () => {
  test.each([
    ['12\u00a034', 'pl'],
    ['12\u00a03456', 'ru'],
    ['1\u202f23', 'fr'],
    ['۱٬۲۳', 'fa'],
  ])('error: %s in %s is refused: a pasted amount that had lost a digit was read as a thousandth', (text, locale) => {
    expect(isDecimal(typedAmount(text, locale))).toBe(false)
  })

  test.each([
    ['12\u00a0345', 'pl'],
    ['1\u202f234', 'fr'],
    ['۱٬۲۳۴', 'fa'],
  ])('%s in %s is asked about', (text, locale) => {
    expect(readingsOf(typedAmount(text, locale))).toBeDefined()
  })
})

describe('typedInto', () => {
  const read = (text: string, amount: string, locale: string) => typedInto(text, amount, locale)

  test.each(['en', 'de', 'fr', 'pl', 'ar-EG', 'fa', 'hi', 'th'])(
    'what we have formatted in %s is read back as it was',
    (locale) => {
      for (const amount of ['1.234', '1234', '12.345', '0.5', '1234.5678'])
        expect(read(typedIn(amount, locale), amount, locale)).toBe(amount)
    },
  )

  test.each([
    ['a digit deleted, after which a comma could group thousands', '1,234', '1.2345', '1.234'],
    ['its point gone', '12345', '1.2345', '12345'],
    ['a point instead', '1.234', '1.2345', '1,234'],
    ['another amount pasted over it', '1,000', '1.2345', '1,000'],
    ['a digit more', '1,23456', '1.2345', '1.23456'],
    ['nothing', '', '1.2345', ''],
    ['a comma where there was none, which may group thousands', '1,234', '1234', '1,234'],
  ])('in German with %s', (_, text, amount, meant) => expect(read(text, amount, 'de')).toBe(meant))
})

describe('readingsOf', () => {
  test.each([
    ['1,000', '1000', '1.000'],
    ['12,500', '12500', '12.500'],
  ])('%s is %s or %s', (text, whole, decimal) => expect(readingsOf(text)).toEqual([whole, decimal]))

  test.each(['', '1.000', '1,00', '1,0000', '0,125', '1٫125', '1,000,000'])('%s is not ambiguous', (text) => {
    expect(readingsOf(text)).toBeUndefined()
  })
})
