import { expect, test } from 'vitest'
import { later, locales } from '.'

/** Every text, each with a word of Chinese, or another one, where it takes something. */
function texts(words: unknown, given = '草'): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return texts([words(given, given, given)].flat().join(''))
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap((each) => texts(each, given)) : []
}

const said = async (tag: string, given?: string) => [
  ...texts(await locales[tag]?.(), given),
  ...texts(await later[tag]?.(), given),
]

test.each(['zh-Hans', 'zh-Hant'])('in %s, marks are as wide as its letters, and Latin ones stand apart', async (tag) => {
  const all = await said(tag)
  expect(all.length).toBeGreaterThan(400)
  const han = '\\p{Script=Han}'
  const wrong = new RegExp(`${han}[,;:?!]|[,;:?!]${han}|${han}[A-Za-z]|[A-Za-z]${han}`, 'u')
  expect(all.filter((text) => wrong.test(text))).toEqual([])
  const apart = new RegExp(`${han} ${han}`, 'u')
  expect((await said(tag, 'A')).filter((text) => apart.test(text))).toEqual([])
})

test('in fr, no mark that has a space before it comes to stand alone in a line', async () => {
  const all = await said('fr')
  const marked = all.filter((text) => /[?!;:»«]/.test(text))
  expect(marked.length).toBeGreaterThan(30)
  expect(marked.filter((text) => /[^\u00a0][?!;:»]|«[^\u00a0]/.test(text))).toEqual([])
})

test.each(Object.keys(later))('in %s, the sign of a percentage is never parted from its figure', async (tag) => {
  const all = texts(await later[tag]?.()).filter((text) => /[%٪]/.test(text))
  expect(all.length).toBeGreaterThan(2)
  expect(all.filter((text) => /[草\d] %/.test(text))).toEqual([])
})

test.each(Object.keys(later))('in %s, what goes on ends with one mark, everywhere', async (tag) => {
  const all = await said(tag)
  expect(all.filter((text) => text.endsWith('…')).length).toBeGreaterThan(1)
  expect(all.filter((text) => text.includes('...'))).toEqual([])
})
