import { expect, test } from 'vitest'
import { later, locales } from '.'

/** Every text, with a Chinese or another word as its argument. */
function texts(words: unknown, given = '草'): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return texts([words(given, given, given)].flat().join(''))
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap((each) => texts(each, given)) : []
}

const said = async (tag: string, given?: string) => [
  ...texts(await locales[tag]?.(), given),
  ...texts(await later[tag]?.(), given),
]

test.each(['zh-Hans', 'zh-Hant'])('in %s, punctuation is full-width, and Latin words are spaced', async (tag) => {
  const all = await said(tag)
  expect(all.length).toBeGreaterThan(400)
  const han = '\\p{Script=Han}'
  const wrong = new RegExp(`${han}[,;:?!]|[,;:?!]${han}|${han}[A-Za-z]|[A-Za-z]${han}`, 'u')
  expect(all.filter((text) => wrong.test(text))).toEqual([])
  const apart = new RegExp(`${han} ${han}`, 'u')
  expect((await said(tag, 'A')).filter((text) => apart.test(text))).toEqual([])
})

test('in ja, a question mark and brackets are as wide as the letters beside them', async () => {
  const all = await said('ja')
  expect(all.filter((text) => /[？（]/.test(text)).length).toBeGreaterThan(9)
  expect(all.filter((text) => /[?()]/.test(text))).toEqual([])
})

test('in fr, a mark with a space before it never wraps alone', async () => {
  const all = await said('fr')
  const marked = all.filter((text) => /[?!;:»«]/.test(text))
  expect(marked.length).toBeGreaterThan(30)
  expect(marked.filter((text) => /[^\u00a0][?!;:»]|«[^\u00a0]/.test(text))).toEqual([])
})

test.each(Object.keys(later))('in %s, the percent sign is never separated from its number', async (tag) => {
  const all = texts(await later[tag]?.()).filter((text) => /[%٪]/.test(text))
  expect(all.length).toBeGreaterThan(2)
  expect(all.filter((text) => /[草\d] %/.test(text))).toEqual([])
})

test.each(Object.keys(later))('in %s, an ellipsis is one character everywhere', async (tag) => {
  const all = await said(tag)
  expect(all.filter((text) => text.endsWith('…')).length).toBeGreaterThan(1)
  expect(all.filter((text) => text.includes('...'))).toEqual([])
})
