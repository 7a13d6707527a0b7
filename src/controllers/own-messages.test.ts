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

/** Every text and sentence, by its path. */
const leaves = (words: object, path = ''): [string, unknown][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, `${path}${key}.`)
      : [[`${path}${key}`, value] as [string, unknown]],
  )

describe('overrideMessages', () => {
  test('any text and any sentence there is takes a text of the page', () => {
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

  test('what a sentence is told stands where the page wants it', async () => {
    expect(await overrideMessages({ page: { connectWallet: 'Join', account: 'Purse {0}' } })).toEqual([])
    expect(messages.page.connectWallet).toBe('Join')
    expect(messages.page.account('ada.eth')).toBe('Purse ada.eth')
    expect(messages.page.connecting).toBe(enWhole.page.connecting)
    await overrideMessages({ page: { account: (name: string) => `${name} is here` } })
    expect(messages.page.account('ada.eth')).toBe('ada.eth is here')
    expect(messages.page.connectWallet).toBe(enWhole.page.connectWallet)
  })

  test.each([undefined, null])('%s takes them away, and is no word of the page', async (none) => {
    await overrideMessages({ page: { connectWallet: 'Join' } })
    expect(await overrideMessages(none)).toEqual([])
    expect(messages.page.connectWallet).toBe(enWhole.page.connectWallet)
  })

  test('stays over another language, and goes when it is taken away', async () => {
    await overrideMessages({ page: { connectWallet: 'Join' } })
    messages.locale = 'de'
    await expect.poll(() => messages.page.connecting).not.toBe(enWhole.page.connecting)
    expect(messages.page.connectWallet).toBe('Join')
    await overrideMessages(undefined)
    expect(messages.page.connectWallet).not.toBe('Join')
  })

  test('stays over a language as a region writes it', async () => {
    messages.locale = 'es-MX'
    await overrideMessages({ page: { connectWallet: 'Unirse' } })
    expect(messages.page).toMatchObject({ connectWallet: 'Unirse', connecting: 'Conectando' })
  })

  test.each(['ar', 'en'])(
    'what a sentence is told keeps its direction on a page from right to left, in %s and in own words',
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

  test('keeps what a sentence is told in its own direction where Arabic stands on a page from left to right', async () => {
    messages.locale = 'ar'
    await overrideMessages({ page: { network: (name: string) => `شبكة ${name}` } })
    expect(messages.page.network('Base')).toBe('شبكة \u2068Base\u2069')
  })

  test('that are taken away leave the languages alone', async () => {
    await overrideMessages({ page: { connectWallet: 'Join' } })
    await overrideMessages(undefined)
    const { own } = messages
    messages.locale = 'de'
    await loadLocale('de')
    await new Promise((done) => setTimeout(done))
    expect(messages).toMatchObject({ own, page: { connecting: enWhole.page.connecting } })
  })

  test('says of an error what the page says', async () => {
    expect(await overrideMessages({ errors: { USER_REJECTED: 'You said no' } })).toEqual([])
    expect(messages.view?.errors?.USER_REJECTED).toEqual(['You said no'])
  })

  test('error: what is no word of ours is told by name, and a function that throws leaves the usual words', async () => {
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
