import { describe, expect, test } from 'vitest'
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

describe('readingsOf', () => {
  test.each([
    ['1,000', '1000', '1.000'],
    ['۱,۲۳۴', '1234', '1.234'],
  ])('%s is %s or %s', (text, whole, decimal) => expect(readingsOf(text)).toEqual([whole, decimal]))

  test.each(['', '1.000', '1,00', '1,0000', '0,125', '1٫125', '1,000,000'])('%s is not read in two ways', (text) => {
    expect(readingsOf(text)).toBeUndefined()
  })
})
