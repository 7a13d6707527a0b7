import { afterEach, describe, expect, test } from 'vitest'
import { enWhole } from '../locales/en-whole'
import { messages } from '../state/messages'
import { resetStores } from '../state/store'
import { loadLocale } from './nearest-locale'
import { merged, overrideMessages } from './own-messages'

afterEach(async () => {
  await overrideMessages(undefined)
  resetStores()
})

/** Every message by its path. */
const leaves = (words: object, path = ''): [string, unknown][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, `${path}${key}.`)
      : [[`${path}${key}`, value] as [string, unknown]],
  )

describe('overrideMessages', () => {
  test('every message of ours can be replaced', () => {
    const own = (words: object): object =>
      Object.fromEntries(
        Object.entries(words).map(([key, value]) => [
          key,
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? own(value)
            : Array.isArray(value)
              ? value.map(() => 'Ours')
              : 'Ours',
        ]),
      )
    const refused: string[] = []
    const all = leaves(merged(enWhole, own(enWhole) as Record<string, unknown>, refused))
    expect(all.length).toBeGreaterThan(400)
    expect(refused).toEqual([])
    const unchanged = all.filter(([, value]) => {
      const text: unknown = typeof value === 'function' ? value('A', 'B', 'C') : value
      return [text].flat().some((each) => each !== 'Ours')
    })
    expect(unchanged).toEqual([])
  })

  test('arguments stand where the page’s text has {0}', async () => {
    expect(await overrideMessages({ page: { connectWallet: 'Join', account: 'Purse {0}' } })).toEqual([])
    expect(messages.page.connectWallet).toBe('Join')
    expect(messages.page.account('ada.eth')).toBe('Purse ada.eth')
    expect(messages.page.connecting).toBe(enWhole.page.connecting)
    await overrideMessages({ page: { account: (name: string) => `${name} is here` } })
    expect(messages.page.account('ada.eth')).toBe('ada.eth is here')
    expect(messages.page.connectWallet).toBe(enWhole.page.connectWallet)
  })

  test.each([undefined, null])('%s removes the page’s messages, and is no unknown message', async (none) => {
    await overrideMessages({ page: { connectWallet: 'Join' } })
    expect(await overrideMessages(none)).toEqual([])
    expect(messages.page.connectWallet).toBe(enWhole.page.connectWallet)
  })

  test('they stay when the language changes, and go when removed', async () => {
    await overrideMessages({ page: { connectWallet: 'Join' } })
    messages.locale = 'de'
    await expect.poll(() => messages.page.connecting).not.toBe(enWhole.page.connecting)
    expect(messages.page.connectWallet).toBe('Join')
    await overrideMessages(undefined)
    expect(messages.page.connectWallet).not.toBe('Join')
  })

  test('they stay with a regional language', async () => {
    messages.locale = 'es-MX'
    await overrideMessages({ page: { connectWallet: 'Unirse' } })
    expect(messages.page).toMatchObject({ connectWallet: 'Unirse', connecting: 'Conectando' })
  })

  test.each(['ar', 'en'])(
    'arguments keep their direction on a right-to-left page, in %s and in the page’s own messages',
    async (locale) => {
      Object.assign(messages, { locale, direction: 'rtl' })
      await overrideMessages({ page: { account: 'کھاتہ {0}', network: (name: string) => `نیٹ ورک ${name}` } })
      expect(messages.page.account('0.25 ETH')).toBe('کھاتہ \u20680.25 ETH\u2069')
      expect(messages.page.network('Base')).toBe('نیٹ ورک \u2068Base\u2069')
      messages.direction = 'ltr'
      messages.locale = 'en'
      await expect.poll(() => messages.page.network('Base')).toBe('نیٹ ورک Base')
    },
  )

  test('arguments keep their direction if Arabic stands on a left-to-right page', async () => {
    messages.locale = 'ar'
    await overrideMessages({ page: { network: (name: string) => `شبكة ${name}` } })
    expect(messages.page.network('Base')).toBe('شبكة \u2068Base\u2069')
  })

  test('once removed, they no longer affect the languages', async () => {
    await overrideMessages({ page: { connectWallet: 'Join' } })
    await overrideMessages(undefined)
    const { own } = messages
    messages.locale = 'de'
    await loadLocale('de')
    await new Promise((done) => setTimeout(done))
    expect(messages).toMatchObject({ own, page: { connecting: enWhole.page.connecting } })
  })

  test('replaces the text of an error', async () => {
    expect(await overrideMessages({ errors: { USER_REJECTED: 'You said no' } })).toEqual([])
    expect(messages.view?.errors?.USER_REJECTED).toEqual(['You said no'])
  })

  test('error: unknown messages are reported by name, and a function that throws leaves the usual text', async () => {
    const own = {
      page: {
        connectWallet: 7,
        account: () => Promise.reject,
        network: () => {
          throw new Error('No')
        },
      },
      send: { warnings: { self: ['Yours'], zero: 'Nobody' } },
      nonsense: { a: 'b' },
      errors: { USER_REJECTED: [1] },
    }
    expect(await overrideMessages(own)).toEqual([
      ...['page.connectWallet', 'send.warnings.self', 'send.warnings.zero', 'nonsense', 'errors.USER_REJECTED'],
    ])
    expect(messages.page.connectWallet).toBe(enWhole.page.connectWallet)
    expect(messages.page.account('ada.eth')).toBe(enWhole.page.account('ada.eth'))
    expect(messages.page.network('Localhost')).toBe(enWhole.page.network('Localhost'))
    expect(await overrideMessages('Join')).toEqual(['messages'])
  })
})
