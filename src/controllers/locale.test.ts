import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { locales } from '../locales'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { followLocale, speakAt } from './locale'

// The minimum of a page that a language is read from.
const page = { host: undefined }
const rightToLeft = {
  getRootNode: () => page,
  closest: () => ({ getAttribute: (name: string) => (name === 'dir' ? 'rtl' : 'en') }),
}

beforeEach(() => {
  vi.stubGlobal('navigator', { language: 'en' })
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['RTL', 'en', 'rtl'],
  ['auto', 'ar', 'rtl'],
  ['auto', 'ar_EG', 'rtl'],
  ['auto', 'en', 'ltr'],
  ['ltr', 'ar', 'ltr'],
])('with dir="%s" and lang %s on the page, text runs %s', (dir, lang, direction) => {
  const stop = followLocale()
  const place = {
    getRootNode: () => page,
    closest: (what: string) => ({ getAttribute: () => (what.includes('dir') ? dir : lang) }),
  }
  speakAt(place as unknown as Element)
  expect(messages.direction).toBe(direction)
  stop()
})

test('a lang with an underscore, as many servers write it, is the language with a hyphen', async () => {
  const stop = followLocale()
  const place = {
    getRootNode: () => page,
    closest: (what: string) => (what.includes('lang') ? { getAttribute: () => 'pt_BR' } : null),
  }
  speakAt(place as unknown as Element)
  await vi.waitFor(() => expect(messages.locale).toBe('pt-BR'), { timeout: 10_000 })
  stop()
})

test('the element that set the language last is released on stop: the next one starts from the browser’s language', async () => {
  const stop = followLocale()
  speakAt(rightToLeft as unknown as Element)
  expect(messages.direction).toBe('rtl')
  stop()
  const stopAgain = followLocale()
  config.locale = 'ar'
  await vi.waitFor(() => expect(messages.locale).toBe('ar'))
  config.locale = undefined
  await vi.waitFor(() => expect(messages.direction).toBe('ltr'))
  stopAgain()
})

test('error: a language that loads after another one was requested is not used', async () => {
  const { de = async () => Promise.reject() } = locales
  let come = () => {}
  const late = new Promise<void>((resolve) => (come = resolve)).then(de)
  const asked = vi.fn(() => late)
  locales.de = asked
  const stop = followLocale()
  config.locale = 'de'
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 10_000 })
  config.locale = 'ar'
  await vi.waitFor(() => expect(messages.locale).toBe('ar'), { timeout: 10_000 })
  come()
  await late
  for (let turn = 0; turn < 20; turn++) await undefined
  expect([messages.locale, messages.direction]).toEqual(['ar', 'rtl'])
  locales.de = de
  config.locale = undefined
  stop()
})
