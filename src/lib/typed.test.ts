import { describe, expect, test } from 'vitest'
import { typedIn, typedInto } from './format'
import { latinDigits, readingsOf, typedAmount } from './typed'

describe('latinDigits', () => {
  test.each(['ar-EG', 'fa', 'hi-u-nu-deva', 'th-u-nu-thai', 'ja-u-nu-fullwide'])('reads what %s writes', (locale) => {
    const written = new Intl.NumberFormat(locale, { useGrouping: false }).format(1234567890)
    expect(written).not.toBe('1234567890')
    expect(latinDigits(written)).toBe('1234567890')
  })
  test('leaves everything else, digits of other scripts too', () => {
    expect(latinDigits('0x1f, 12.5 ٪ ১')).toBe('0x1f, 12.5 ٪ ১')
  })
})

describe('typedAmount', () => {
  test.each([
    ['12.5', '12.5'],
    [' 12,5 ', '12.5'],
    ['۱۲٫۵', '12.5'],
    ['١٢٫٥', '12.5'],
    ['๑๒.๕', '12.5'],
    [',5', '.5'],
    ['1,0000', '1.0000'],
    ['0,125', '0.125'],
    [',125', '.125'],
    ['1٫125', '1.125'],
  ])('%s is %s', (text, amount) => expect(typedAmount(text)).toBe(amount))

  test.each(['1,000', '12,345', '1,234.5', '1.234,5', '1,2,3', '1e3', '−1'])(
    '%s stays as it is, for whoever refuses it',
    (text) => {
      expect(typedAmount(text)).toBe(text)
    },
  )
})

describe('typedInto', () => {
  const read = (text: string, amount: string, locale: string) => typedAmount(typedInto(text, typedIn(amount, locale), amount))

  test.each(['en', 'de', 'fr', 'pl', 'ar-EG', 'fa', 'hi', 'th'])(
    'what we have written in %s is read as it was meant',
    (locale) => {
      for (const amount of ['1.234', '1234', '12.345', '0.5', '1234.5678'])
        expect(read(typedIn(amount, locale), amount, locale)).toBe(amount)
    },
  )

  test.each([
    ['a digit less, after which a comma could group thousands', '1,234', '1.2345', '1.234'],
    ['its point gone', '12345', '1.2345', '12345'],
    ['a point in its place', '1.234', '1.2345', '1.234'],
    ['nothing', '', '1.2345', ''],
    ['a comma where there was none, which may group thousands', '1,234', '1234', '1,234'],
  ])('in German with %s', (_, text, amount, meant) => expect(read(text, amount, 'de')).toBe(meant))
})

describe('readingsOf', () => {
  test.each([
    ['1,000', '1000', '1.000'],
    ['۱,۲۳۴', '1234', '1.234'],
  ])('%s is %s or %s', (text, whole, decimal) => expect(readingsOf(text)).toEqual([whole, decimal]))

  test.each(['', '1.000', '1,00', '1,0000', '0,125', '1٫125', '1,000,000'])('%s is not read in two ways', (text) => {
    expect(readingsOf(text)).toBeUndefined()
  })
})
