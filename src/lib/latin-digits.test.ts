import { describe, expect, test } from 'vitest'
import { latinDigits } from './latin-digits'

describe('latinDigits', () => {
  test.each(['ar-EG', 'fa', 'hi-u-nu-deva', 'th-u-nu-thai', 'ja-u-nu-fullwide'])('reads the digits of %s', (locale) => {
    const written = new Intl.NumberFormat(locale, { useGrouping: false }).format(1234567890)
    expect(written).not.toBe('1234567890')
    expect(latinDigits(written)).toBe('1234567890')
  })
  test('leaves everything else, including digits of other scripts', () => {
    expect(latinDigits('0x1f, 12.5 ٪ ১')).toBe('0x1f, 12.5 ٪ ১')
  })
})
