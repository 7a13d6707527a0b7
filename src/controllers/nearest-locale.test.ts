import { describe, expect, test } from 'vitest'
import { locales } from '../locales'
import { enWhole } from '../locales/en-whole'
import { loadLocale, nearestLocale } from './nearest-locale'

describe('nearestLocale', () => {
  test.each([
    ['de-AT', 'de'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['pt', 'pt-BR'],
    ['pt-PT', undefined],
    ['iw', 'he'],
    ['in', 'id'],
    ['en-GB', 'en'],
    ['FR', 'fr'],
  ])('%s is spoken as %s', (wanted, found) => {
    expect(nearestLocale(wanted)).toBe(found)
  })
  test.each(['', 'tlh', 'not a tag', '__proto__', 'constructor'])('error: %j is none of ours', (wanted) => {
    expect(nearestLocale(wanted)).toBeUndefined()
  })
})

/** Every leaf of a tree of words, with the way to it. */
function* leaves(node: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (typeof node === 'object' && node !== null)
    for (const [key, value] of Object.entries(node)) yield* leaves(value, path ? `${path}.${key}` : key)
  else yield [path, node]
}
const said = (value: unknown): string => (Array.isArray(value) ? value.map(said).join('') : String(value))

describe.each(Object.keys(locales))('%s', (tag) => {
  test('has every string of English and none that is empty', async () => {
    const words = await loadLocale(tag)
    expect([...leaves(words)].map(([path]) => path).sort()).toEqual([...leaves(enWhole)].map(([path]) => path).sort())
    for (const [path, value] of leaves(words)) expect(value, path).not.toBe('')
  })
  test('says what it is given wherever English does', async () => {
    const english = new Map(leaves(enWhole))
    for (const [path, value] of leaves(await loadLocale(tag))) {
      const source = english.get(path)
      if (typeof value !== 'function' || typeof source !== 'function') continue
      const parts = ['«one»', '«two»'].slice(0, Math.max(source.length, 1))
      // Counts: from a word's own form for one up to a form for many.
      if (/count|found|copies|hidden|sentBefore|more|retryIn/i.test(path)) {
        for (const count of [5, 21, 100]) expect(said(value(count)), path).toMatch(/[\d\u0660-\u0669\u06f0-\u06f9]/)
        continue
      }
      const original = said(source(...parts))
      for (const part of parts) if (original.includes(part)) expect(said(value(...parts)), path).toContain(part)
    }
  })
})
