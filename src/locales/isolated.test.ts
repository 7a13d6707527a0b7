import { expect, test } from 'vitest'
import { isolated } from '../lib/isolated'
import { later, locales } from '.'

/** The output of every message function for a name; functions of a number or a node do not contain it. */
function said(words: unknown): string[] {
  if (typeof words === 'function') {
    const text: unknown = words('0.25 ETH', '0.25 ETH', '0.25 ETH')
    return [text].flat().filter((part) => typeof part === 'string' && part.includes('0.25 ETH')) as string[]
  }
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(said) : []
}

test.each(['ar', 'fa', 'he'])('in %s, amounts and names keep their own direction in every sentence', async (tag) => {
  const sentences = [...said(await locales[tag]?.()), ...said(await later[tag]?.())]
  expect(sentences.length).toBeGreaterThan(60)
  const bare = sentences.filter((text) => text.replaceAll('\u20680.25 ETH\u2069', '').includes('0.25 ETH'))
  expect(bare).toEqual([])
})

/** Every text, those with a number for 12. */
function texts(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return texts([words(12, 12, 12)].flat())
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(texts) : []
}

test.each(['ar', 'fa', 'he'])('in %s, the percent sign is behind its number', async (tag) => {
  const about = texts(await later[tag]?.()).filter((text) => /[%٪]/.test(text))
  expect(about.length).toBeGreaterThan(3)
  expect(about.filter((text) => /[%٪]/.test(text.replaceAll(/\u2066[\d۰-۹]+[%٪]\u2069/g, '')))).toEqual([])
})

test.each(Object.keys(later))('in %s, a percentage has the language’s format', async (tag) => {
  const bare = (text: string) =>
    text
      .replaceAll(/[\u200e\u200f\u2066\u2069]/g, '')
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .replaceAll('٪', '%')
      .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
  const written = bare(new Intl.NumberFormat(tag, { style: 'percent', numberingSystem: 'latn' }).format(0.12))
  const about = texts(await later[tag]?.())
    .map(bare)
    .filter((text) => /12 ?%|% ?12/.test(text))
  expect(about.length).toBeGreaterThan(2)
  expect(about.filter((text) => !text.includes(written))).toEqual([])
})

test('in fa, a count uses the digits of the language’s amounts', async () => {
  const words = await later.fa?.()
  if (!words) throw new Error('There is no Persian')
  const { swap, embedded, sessions } = words
  const told = [
    ...[swap.slippage(12), swap.slippageHigh(12), swap.slippageAccept(12), swap.refreshes(12), sessions.count(12)],
    ...[embedded.wait(12), embedded.more(12), embedded.requests(1, 12), embedded.sessionCount(12)],
  ]
  expect(told.filter((text) => !text.includes('۱۲') || /[0-9]/.test(text))).toEqual([])
})

test('other values pass through unchanged, and a list stays a list', () => {
  const part = { link: true }
  const words = isolated({
    both: (link: object, name: string) => [link, name],
    count: (count: number) => `${count}`,
    pair: ['one', 'two'] as const,
  })
  expect(words.both(part, 'Meadow')).toEqual([part, '\u2068Meadow\u2069'])
  expect(words.both(part, '')).toEqual([part, ''])
  expect(words.count(3)).toBe('3')
  expect(words.pair).toEqual(['one', 'two'])
})
