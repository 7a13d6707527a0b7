import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { embeddedHelp } from '../lib/embedded-errors'
import { errorHelp } from '../lib/error-help'
import { formatAmount } from '../lib/format'
import { moneyHelp } from '../lib/money-errors'
import { later, locales } from '../locales'
import { enWhole } from '../locales/en-whole'
import { visitorErrors } from '../locales/error-codes'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { loadLater, loadLocale, loadNearest, nearestLocale } from './nearest-locale'

const help = { ...errorHelp, ...moneyHelp, ...embeddedHelp }

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
  ])('%s uses %s', (wanted, found) => {
    expect(nearestLocale(wanted)).toBe(found)
  })
  test.each(['', 'tlh', 'not a tag', '__proto__', 'constructor'])('error: %j matches none of ours', (wanted) => {
    expect(nearestLocale(wanted)).toBeUndefined()
  })
})

describe('loadNearest', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { languages: ['en-US'] })
  })
  afterEach(() => vi.unstubAllGlobals())

  // Each region writes 12345 and 12.345 the other way round than the language’s country of origin.
  test.each([
    ['es-MX', 'Cerrar', '12,345.5'],
    ['es-419', 'Cerrar', '12,345.5'],
    ['de-CH', 'Schließen', "12'345.5"],
  ])('in %s the words are the language’s, and numbers are formatted for the region', async (wanted, close, figure) => {
    const { locale, words } = await loadNearest(wanted)
    expect([locale, words?.modal.close]).toEqual([wanted, close])
    expect(formatAmount('12345.5', locale)).toBe(figure)
  })
  test.each([
    ['de-AT', 'de'],
    ['es-AR', 'es'],
    ['pt', 'pt-BR'],
    ['zh-TW', 'zh-Hant'],
    ['iw', 'he'],
    // The region’s digits differ from those in our sentences.
    ['ar-EG', 'ar'],
  ])('%s, which reads the same, becomes %s', async (wanted, locale) => {
    expect(await loadNearest(wanted)).toMatchObject({ locale })
  })
  test('if the page gives only a language, the region is the visitor’s', async () => {
    vi.stubGlobal('navigator', { languages: ['en', 'es-MX', 'es'] })
    const told = await Promise.all(['es', 'es-ES', 'fr', 'ES-pe'].map(loadNearest))
    expect(told.map(({ locale }) => locale)).toEqual(['es-MX', 'es', 'fr', 'es-PE'])
  })
  test.each(['en-GB', 'en-ZA', 'tlh', 'not a tag'])('%s falls back to English', async (wanted) => {
    expect(await loadNearest(wanted)).toEqual({ locale: 'en', words: undefined })
  })
})

describe('loadLater', () => {
  beforeEach(() => {
    resetStores()
    vi.stubGlobal('navigator', { languages: ['en-US'] })
  })
  afterEach(() => vi.unstubAllGlobals())
  const speak = async (locale: string) => {
    const { words } = await loadNearest(locale)
    Object.assign(messages, { locale, view: words && ref(words) })
  }
  test('adds what the first file of a language lacks, once', async () => {
    await speak('es-MX')
    expect(messages.view?.swap).toBeUndefined()
    await loadLater()
    expect(messages.view).toMatchObject({ modal: { close: 'Cerrar' }, swap: { pay: 'Pagas' } })
    const whole = messages.view
    await loadLater()
    expect(Object.keys(messages.view ?? {})).toEqual(Object.keys(whole ?? {}))
  })
  test('leaves a language that has come meanwhile, and the words of a page, as they are', async () => {
    await speak('de')
    const adding = loadLater()
    await speak('fr')
    await adding
    expect(messages.view).toMatchObject({ modal: { close: 'Fermer' } })
    expect(messages.view?.swap).toBeUndefined()
    await loadLater()
    expect(messages.view?.swap).toEqual((await later.fr?.())?.swap)
  })
  test('a language that follows a whole one comes whole', async () => {
    await speak('de')
    await loadLater()
    expect((await loadNearest('fr')).words).toMatchObject({ swap: (await later.fr?.())?.swap })
  })
  test('a language that comes while the modal is open comes whole', async () => {
    modal.elementId = 1
    expect((await loadNearest('fr')).words).toMatchObject({ swap: (await later.fr?.())?.swap })
  })
  test('English lacks nothing', async () => {
    await loadLater()
    expect(messages.view).toBeUndefined()
  })
})

/** Every leaf of a message tree with its path. */
function* leaves(node: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (typeof node === 'object' && node !== null)
    for (const [key, value] of Object.entries(node)) yield* leaves(value, path ? `${path}.${key}` : key)
  else yield [path, node]
}
const wordsOf = (tag: string) => {
  const load = later[tag]
  if (!load) throw new Error(`There is no ${tag}`)
  return load()
}
const said = (value: unknown): string => (Array.isArray(value) ? value.map(said).join('') : String(value))

describe.each(Object.keys(later))('%s', (tag) => {
  test('has a text for every visitor error, and a next step where English has one', async () => {
    const { errors } = await wordsOf(tag)
    expect(Object.keys(errors).sort()).toEqual([...visitorErrors].sort())
    for (const code of visitorErrors) {
      const [text, next] = errors[code]
      expect(text, code).not.toBe('')
      expect(next !== undefined, `the next step of ${code}`).toBe(code in help)
    }
    expect(errors.NAME_REGISTER_FAILED[0]).toContain('{name}')
  })
  test('has no English text left in the areas loaded later', async () => {
    const english = new Map(leaves(enWhole))
    const same = [...leaves(await wordsOf(tag))].filter(([path, value]) => value === english.get(path))
    expect(same.filter(([, value]) => typeof value === 'string' && /\S\s+\S+\s/.test(value))).toEqual([])
  })
})

describe.each(Object.keys(locales))('%s', (tag) => {
  test('has every English string and none that is empty', async () => {
    const { errors: _, ...words } = { errors: undefined, ...(await loadLocale(tag)) }
    expect([...leaves(words)].map(([path]) => path).sort()).toEqual([...leaves(enWhole)].map(([path]) => path).sort())
    for (const [path, value] of leaves(words)) expect(value, path).not.toBe('')
  })
  test('uses its arguments wherever English does', async () => {
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
