import { expect, test } from 'vitest'
import { errorHelp } from '../lib/error-help'
import { later, locales } from '.'

// In these languages a heading is a noun, and the button a verb with another stem.
const nouns = ['ru', 'uk']

test.each(Object.keys(locales).filter((tag) => !nouns.includes(tag)))(
  'in %s, an account’s buttons have the same names as the views they open',
  async (tag) => {
    const { account, titles } = (await locales[tag]?.()) ?? {}
    const steps = [
      [account?.send, titles?.Send],
      [account?.swap, titles?.Swap],
      [account?.buy, titles?.OnRamp],
      [account?.receive, titles?.Receive],
    ]
    for (const [action = '', title = 'none'] of steps) expect(action.startsWith(title), `${action}: ${title}`).toBe(true)
  },
)

test.each(Object.keys(later))('in %s, an unsupported network has the same name everywhere', async (tag) => {
  const { account, titles } = (await locales[tag]?.()) ?? {}
  const [text] = (await later[tag]?.())?.errors.CHAIN_UNSUPPORTED ?? []
  expect(text).toBeTruthy()
  expect([titles?.UnsupportedChain, account?.unsupportedNetwork]).toEqual([text, text])
})

/** The longest substring of two texts. */
function shared(one: string, other: string): string {
  let longest = ''
  for (let from = 0; from < one.length; from++)
    while (other.includes(one.slice(from, from + longest.length + 1)) && from + longest.length < one.length)
      longest = one.slice(from, from + longest.length + 1)
  return longest.trim()
}

test.each(Object.keys(later))('in %s, an approval in the activity uses the word of its button', async (tag) => {
  const button = (await later[tag]?.())?.swap.approve('').toLowerCase() ?? ''
  const told = (await locales[tag]?.())?.activity.kinds.approved('').toLowerCase() ?? ''
  const stem = /[\p{Script=Han}\p{Script=Hangul}]/u.test(button) ? 2 : 4
  expect(shared(button, told).length, `${button}: ${told}`).toBeGreaterThanOrEqual(stem)
})

test.each([
  ['ar', 'قطع الربط'],
  ['de', 'trenn'],
  ['fr', 'déconnect'],
  ['it', 'scolleg'],
  ['th', 'ตัดการเชื่อมต่อ'],
  ['zh-Hant', '中斷連接'],
])('in %s, advice to disconnect uses the word of the button', async (tag, stem) => {
  const { account, signIn } = (await locales[tag]?.()) ?? {}
  const [, help] = (await later[tag]?.())?.errors.CHAIN_UNSUPPORTED ?? []
  for (const text of [account?.disconnect, signIn?.needed, help]) expect(text?.toLowerCase()).toContain(stem)
})

test.each([
  ['de', /meld/],
  ['fr', /identifi/],
  ['ja', /サインイン/],
  ['th', /ลงชื่อเข้าใช้/],
  ['tr', /oturum aç/],
])('in %s, errors of signing in use the word of the button', async (tag, stem) => {
  const { sign } = (await locales[tag]?.())?.signIn ?? {}
  const { SIGN_IN_FAILED, SIGN_IN_UNSUPPORTED, LOGIN_EXPIRED } = (await later[tag]?.())?.errors ?? {}
  for (const [text] of [[sign], SIGN_IN_FAILED ?? [], SIGN_IN_UNSUPPORTED ?? [], LOGIN_EXPIRED ?? []])
    expect(text?.toLowerCase()).toMatch(stem)
})

test.each(Object.keys(locales))(
  'in %s, the text for a crashed view names what each place offers: a retry, or a reload, never back',
  async (tag) => {
    const { failed, back } = (await locales[tag]?.())?.modal ?? {}
    const next = tag === 'en' ? errorHelp.VIEW_CRASHED : (await later[tag]?.())?.errors.VIEW_CRASHED[1]
    expect(failed?.VIEW_CRASHED).toBe(next)
    expect(next?.toLowerCase()).not.toContain(back?.toLowerCase())
  },
)

test.each([
  ['ar', 'شبك'],
  ['fa', 'شبکه'],
  ['he', 'רשת'],
  ['hi', 'नेटवर्क'],
  ['ja', 'ネットワーク'],
  ['ko', '네트워크'],
  ['th', 'เครือข่าย'],
  ['tr', 'ağ'],
  ['vi', 'mạng'],
  ['zh-Hans', '网络'],
  ['zh-Hant', '網路'],
])(
  'in %s, a wallet of several chains asks for a network, the word of its choices and of one that the site does not use',
  async (tag, network) => {
    const { connecting, titles } = (await locales[tag]?.()) ?? {}
    const texts = [connecting?.chooseChain(''), connecting?.chains.eip155, titles?.UnsupportedChain]
    for (const text of texts) expect(text?.toLowerCase()).toContain(network)
  },
)

const never: Record<string, string> = {
  ...{ ar: 'أبدًا', de: 'nie', es: 'jamás', fa: 'هرگز', fr: 'jamais', he: 'לעולם', hi: 'कभी', id: 'pernah', it: 'mai' },
  ...{ ja: '決して', ko: '절대', nl: 'ooit', pl: 'nigdy', 'pt-BR': 'jamais', ru: 'никогда', th: 'เด็ดขาด', tr: 'asla' },
  ...{ uk: 'ніколи', vi: 'bao giờ', 'zh-Hans': '绝不', 'zh-Hant': '絕不' },
}

test.each(Object.keys(later))('in %s, the recovery phrase is never asked for, in so many words', async (tag) => {
  expect((await locales[tag]?.())?.help.chargeMore.toLowerCase()).toContain(never[tag] ?? 'none')
})

// Its name has to be of a to z; in these languages a letter may be another, or of another script.
test.each(Object.keys(later).filter((tag) => !['id', 'nl'].includes(tag)))(
  'in %s, the rules of a name say which letters: who typed others was told to type letters',
  async (tag) => {
    const { rules, letters } = (await locales[tag]?.())?.names ?? {}
    for (const text of [rules, letters])
      expect(text).toMatch(/\(a–z\)|半角英|英文|영문|атин|إنجليزية|انگلیسی|באנגלית|अंग्रेज़ी|อังกฤษ/)
  },
)

test.each([
  ['fa', /ٔ$/],
  ['he', /^\S+ת$/],
  ['ja', /^を|の/],
  ['pl', / na$/],
])('in %s, what was done is said without an object, too: the index does not always name one', async (tag, open) => {
  const kinds = Object.values((await locales[tag]?.())?.activity.kinds ?? {})
  expect(kinds.length).toBeGreaterThan(10)
  expect(kinds.map((kind) => kind('').trim()).filter((text) => open.test(text) || text === '')).toEqual([])
})
