import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { plainText } from './text'

const texts = inFull(5_000, 1_000)

describe('plainText', () => {
  test('ordinary names are kept as they are', () => {
    for (const name of ['MetaMask', '1inch Wallet', 'Кошелёк', '钱包', 'محفظة', 'José’s “wallet”', '🦊 Fox', '❤️'])
      expect(plainText(name)).toBe(name)
  })

  test('bidi overrides, zero-width and control characters are removed', () => {
    expect(plainText('Meta\u202EksaM\u202C')).toBe('MetaksaM')
    expect(plainText('Me\u200Bta\u200D\uFEFFMask\u00AD')).toBe('MetaMask')
    expect(plainText('a\u0000b\u001Bc\u2066d\u2069')).toBe('abcd')
    expect(plainText('\u3164\u115F\u{E0041}')).toBe('')
  })

  test('the sign that makes a picture of a character stays behind pictures; behind letters, or alone, it is invisible', () => {
    expect(plainText('❤\uFE0F Fox ⚡\uFE0F')).toBe('❤\uFE0F Fox ⚡\uFE0F')
    expect([plainText('Phan\uFE0Ftom\uFE0F\uFE0F'), plainText('\uFE0F')]).toEqual(['Phantom', ''])
  })

  test('white space of every kind becomes one space', () => {
    expect(plainText('  a\n\t b\u2028c\u00A0d  ')).toBe('a b c d')
    expect(plainText('a \u200B b')).toBe('a b')
  })

  test('length is counted in graphemes and a cut is marked', () => {
    expect(plainText('abcdef', 6)).toBe('abcdef')
    expect(plainText('abcdefg', 6)).toBe('abcde…')
    expect(plainText('👍🏽👍🏽👍🏽👍🏽', 3)).toBe('👍🏽👍🏽…')
  })

  test('stacked combining marks are limited', () => {
    expect(plainText(`e${'\u0301'.repeat(500)}`)).toBe(`e${'\u0301'.repeat(4)}`.normalize('NFD'))
  })

  test('error: a megabyte is cut without reading all of it', () => {
    expect([...plainText('x'.repeat(1_000_000), 40)]).toHaveLength(40)
  })

  test('error: anything but a string is empty', () => {
    for (const value of [undefined, null, 1, {}, [], () => 'x']) expect(plainText(value)).toBe('')
  })

  test(`promise 18: of ${texts} texts none comes out longer than the limit or with an invisible character`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (text, limit) => {
        const shown = plainText(text, limit)
        expect([...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(shown)].length).toBeLessThanOrEqual(limit)
        expect(shown).not.toMatch(/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u)
      }),
      { numRuns: texts },
    )
  })
})
