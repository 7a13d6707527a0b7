import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaipAddress } from '../lib/caip'
import type { LoginClient } from '../lib/login-client'
import '../lib/later-errors'
import '../lib/money-errors'
import { hostileLike, hostileText, inputs, sizeOf, survive } from '../../.ci/hostile'
import { inFull } from '../../.ci/in-full.mjs'
import { checkMembers, checkPlain, oddText } from '../../.ci/odd-texts'
import { getBalances } from './account'
import { clearApiCache } from './call'
import { buildApproval, buildSwap, getAllowance, getGasPrice, getPrice, getQuotes, getSwapTokens } from './convert'
import { getHistory } from './history'
import { getIdentity } from './identity'
import { answerChallenge, askAssist, askChallenge, refreshSession } from './login'
import { lookUpName, namesOf, postName, suggestNames } from './names'
import { getOffers, getOnrampOptions, getOnrampQuote, getOnrampUrl, getPurchases, getSellers, getSellerUrl } from './onramp'
import { configureApi } from './settings'
import { getSessions, postRevoked } from './smart-sessions'
import { getSupportedChains } from './supported-chains'
import { getWallets, readCustomWallet } from './wallets'

const texts = inFull(5_000, 200)

const networkId = 'eip155:56'
const hex = (digit: string) => `0x${digit.repeat(40)}`
const on = (digit: string): CaipAddress => `${networkId}:${hex(digit)}`
const address = hex('1')
const pair = { networkId, from: on('a'), to: on('b'), amount: '1000', user: on('1') } as const
const offer = { networkId, symbol: 'BNB', payment: 'USD', amount: '100', address } as const
const purchase = { id: 'bnb', name: 'BNB', symbol: 'BNB', networks: [{ name: 'bnb', chain_id: '56' }] }
const payment = { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] }
const sum = { amount: '1.5', currency: 'USD' }
const icon = 'https://icons.example/a.png'

const token = { name: 'Coin', symbol: 'COIN', address: on('a'), decimals: 18, logoUri: icon }
const balance = {
  ...{ name: 'Coin', symbol: 'COIN', chainId: networkId, address: on('a'), value: 1.5, price: 1e-7, iconUrl: icon },
  quantity: { decimals: '18', numeric: '1.5' },
}
const transaction = {
  id: 't1',
  metadata: {
    ...{ operationType: 'trade', hash: '0x12', minedAt: '2026-01-01T00:00:00Z', sentFrom: address, sentTo: hex('2') },
    ...{ status: 'confirmed', application: { name: 'App' }, chain: networkId },
  },
  transfers: [
    {
      fungible_info: { name: 'Coin', symbol: 'COIN', icon: { url: icon } },
      direction: 'in',
      quantity: { numeric: '1.5' },
      value: 3,
    },
    { nft_info: { name: 'Rose', content: { preview: { url: icon } }, flags: { is_spam: true } }, direction: 'out', value: null },
  ],
}
const permission = { type: 'native-token-recurring-allowance', data: { allowance: '0x10', period: 60, spent: '0x1' } }
const call = { type: 'contract-call', data: { address: hex('2'), functions: [{ functionName: 'mint' }] } }
const session = { project: { name: 'App', iconUrl: icon }, pci: 'p', expiry: 2, createdAt: 1, permissions: [permission, call] }
const wallet = {
  ...{ id: 'abc', name: 'Wallet', image_id: 'i', rdns: 'a.b', homepage: 'https://a.example/', chains: [networkId] },
  ...{ mobile_link: 'wallet://', desktop_link: 'https://a.example/d', app_store: 'https://apps.apple.com/a' },
}
const record = { name: 'ada.reown.id', addresses: { 60: { address }, 2147483704: { address: hex('2') } } }
const built = { from: on('1'), to: on('2'), data: '0xabcd' }

/** Every service answer that is parsed: the call, and correct answers. */
const answers: Readonly<Record<string, readonly [ask: () => Promise<unknown>, ...well: unknown[]]>> = {
  getSupportedChains: [() => getSupportedChains({ refresh: true }), { http: [networkId], ws: [networkId] }],
  getBalances: [() => getBalances({ networkId, address }, { refresh: true }), { balances: [balance, balance] }],
  getHistory: [() => getHistory({ networkId, address }), { data: [transaction], next: 'c' }, { data: [], next: null }],
  getIdentity: [() => getIdentity({ networkId, address }, { refresh: true }), { name: 'ada.eth', avatar: icon }],
  lookUpName: [() => lookUpName({ networkId, name: 'ada' }, { refresh: true }), record, []],
  namesOf: [() => namesOf({ networkId, address }, { refresh: true }), [record]],
  suggestNames: [
    () => suggestNames({ networkId, name: 'ada', zone: 'z.id' }),
    { suggestions: [{ name: 'a', registered: true }] },
  ],
  postName: [() => postName({ networkId, coinType: 60, address, message: 'm', signature: '0x' }), record, { success: true }],
  getOnrampOptions: [() => getOnrampOptions({ networkId }), { paymentCurrencies: [payment], purchaseCurrencies: [purchase] }],
  getOnrampQuote: [
    () => getOnrampQuote({ networkId, purchase, payment, amount: '100', network: 'bnb' }),
    { quoteId: 'q', coinbaseFee: sum, networkFee: sum, paymentSubtotal: sum, paymentTotal: sum, purchaseAmount: sum },
    null,
  ],
  getOnrampUrl: [
    () => getOnrampUrl({ networkId, address, blockchain: 'ethereum', symbol: 'BNB', fiat: 100 }),
    { url: 'https://pay.coinbase.com/' },
  ],
  getSellers: [() => getSellers({ networkId }, { refresh: true }), [{ serviceProvider: 'DEMO', name: 'Demo' }]],
  getOffers: [() => getOffers(offer), [{ serviceProvider: 'DEMO', destinationAmount: '1.5', sourceAmount: 1e-7, totalFee: 0 }]],
  getSellerUrl: [() => getSellerUrl({ ...offer, seller: 'DEMO' }), { widgetUrl: 'https://meldcrypto.com/' }],
  getPurchases: [
    () => getPurchases({ networkId, address }),
    { data: [{ ...transaction, transfers: [transaction.transfers[0]] }] },
  ],
  getSwapTokens: [() => getSwapTokens({ networkId }, { refresh: true }), { tokens: [token, token] }],
  getQuotes: [() => getQuotes(pair), { quotes: [{ fromAmount: '1', fromAccount: on('a'), toAmount: '2', toAccount: on('b') }] }],
  getAllowance: [() => getAllowance({ networkId, token: on('a'), user: on('1') }), { allowance: '0' }],
  getGasPrice: [() => getGasPrice({ networkId }), { standard: '1', fast: '2', instant: '3' }],
  buildApproval: [() => buildApproval(pair), { tx: { ...built, value: '0' } }],
  buildSwap: [() => buildSwap({ ...pair, slippage: 1 }), { tx: { ...built, amount: '1' } }],
  getPrice: [() => getPrice(networkId, on('a')), { fungibles: [{ price: 1.5 }] }],
  getSessions: [() => getSessions(on('1')), { pcis: [session] }],
  postRevoked: [() => postRevoked(on('1'), 'p', '0x'), {}],
  getWallets: [() => getWallets({ page: 2 }, { refresh: true }), { count: 1, data: [wallet, wallet] }],
}

const user = { id: 'u', address, chain: networkId, accountType: 'eoa', ref: null, createdAt: '2026-01-01T00:00:00Z' }
const access = { accessToken: 't', expiresIn: 600, user }
const ask = { address, chain: networkId, accountType: 'eoa', ref: null } as const
const proof = { challengeId: 'c', signature: '0x', cacao: null }
/** Answers of a host's own login, which are not HTTP answers and may be anything. */
const logins: Readonly<Record<string, readonly [(client: LoginClient) => Promise<unknown>, ...well: unknown[]]>> = {
  askChallenge: [(client) => askChallenge(client, ask), { status: 'challenge', challengeId: 'c', message: 'm' }],
  answerChallenge: [
    (client) => answerChallenge(client, proof),
    { status: 'ok', ...access, assists: [{ operator: 'o', reason: 'r', at: 1, until: 2 }] },
  ],
  refreshSession: [(client) => refreshSession(client), access],
  askAssist: [
    (client) => askAssist(client, { ...proof, target: on('2'), reason: 'r', ttl: 60 }),
    { ...access, act: { sub: 'o' }, scope: 'read' },
  ],
}

const figure = /^\d+(\.\d+)?$/
/** The members that are money, links or accounts, and what they must be if present: a float is not an amount. */
const kinds: readonly (readonly [names: RegExp, is: RegExp])[] = [
  [/^(value|amount|numeric|price|min|max|allowance|standard|fast|instant|(from|to|destination|source)Amount|totalFee)$/, figure],
  [/^decimals$/, /^(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/],
  [/^(iconUrl|imageUrl|icon|avatar)$/, /^(https:\/\/|data:image\/)/],
  [/^(homepage|webappLink|appStore|playStore|chromeStore)$/, /^https:\/\//],
  [/^(mobile|desktop)Link$/, /^(?!(?:javascript|data|blob|file|vbscript):)[a-z][a-z\d+.-]*:\/\/(.*\/)?$/i],
  [/^(fromAccount|toAccount)$/, /^[-a-z\d]{3,8}:[-\w]{1,32}:[-.%\w]{1,128}$/],
  [/^(contract|token)$/, /^0x[\da-f]{40}$/i],
  [/^data$/, /^0x([\da-f]{2})*$/i],
]
/** Throws if a member of a value, at any depth, is invalid; members that only go back to the service are skipped. */
function checkKinds(value: unknown, name = ''): void {
  if (/^(wire|networks|addresses)$/.test(name)) return
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) checkKinds(each, Array.isArray(value) ? name : key)
  else if (value !== undefined && value !== null)
    for (const [names, is] of kinds)
      if (names.test(name) && (!is.test(String(value)) || (is === figure && typeof value === 'number')))
        throw new Error(`${name} is ${JSON.stringify(String(value))}`)
}

let body = ''
beforeEach(() => {
  configureApi({ projectId: 'key' })
  vi.stubGlobal('fetch', async (url: string | URL) =>
    new URL(url).pathname.endsWith('/supported-chains') && !body.includes('"ws"')
      ? Response.json({ http: [networkId], ws: [] })
      : new Response(body),
  )
})
afterEach(() => {
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

describe(`fuzz: answers of services, ${inputs} each`, () => {
  test.each(Object.entries(answers))('%s', async (name, [ask, ...well]) => {
    for (const answer of well) {
      body = JSON.stringify(answer)
      await ask()
    }
    const texts = hostileText(...well.map((answer) => JSON.stringify(answer)))
    const values = hostileLike(...well).map((value) => JSON.stringify(value) ?? '')
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: values }, texts), async (given) => {
        body = given
        const read = await survive(ask)
        // A picture's URL is made from its id, and a list of wallets may be the bundled one.
        expect(sizeOf(read)).toBeLessThan(4 * given.length + 2_000)
        // The seller's texts about a purchase are cleaned where they are shown.
        if (name !== 'getPurchases') checkKinds(read)
      }),
      { numRuns: inputs },
    )
  })
})

/** The parsed members that are shown. */
const members = /^(name|symbol|application|functions|from|to|type)$/
/** Members that go back to the service or are looked up, not shown. */
const unseen = /^(wire|networks)$/
/** Members cleaned where they are shown: names by the rules of names, and sellers' texts in `controllers/buy.ts`. */
const cleanedLater = ['lookUpName', 'namesOf', 'suggestNames', 'getSellers', 'getPurchases']
/** The members of an answer that these come from, at any depth: a name, or an error. */
const shown = /"(name|symbol|functionName|sentFrom|sentTo|description|message|type)":"(?:[^"\\\\]|\\\\.)*"/g

test.each(Object.entries(answers).filter(([name]) => !cleanedLater.includes(name)))(
  `promise 18: of ${texts} texts in place of every name, none comes through %s with hidden characters or longer than shown`,
  async (_, [ask, ...well]) => {
    const failed = { reasons: [{ description: 'No' }], message: 'No', status: 'failed' }
    const all = [...well, failed].map((answer) => JSON.stringify(answer))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), oddText, async (answer, text) => {
        body = answer.replace(shown, (_, name) => `"${name}":${JSON.stringify(text)}`)
        const read = await ask().catch((error: Error) => checkPlain(error.message, 200))
        checkMembers(read, members, unseen, 200)
      }),
      { numRuns: texts },
    )
  },
)

describe(`fuzz: a host’s own login, ${inputs} each`, () => {
  test.each(Object.entries(logins))('%s', async (_, [ask, ...well]) => {
    const of = (answer: unknown) => {
      const give = async () => answer
      return { challenge: give, signIn: give, refresh: give, signOut: give, assist: give }
    }
    for (const answer of well) await ask(of(answer))
    await fc.assert(
      fc.asyncProperty(hostileLike(...well), async (answer) => {
        const read = await survive(() => ask(of(answer)))
        expect(sizeOf(read)).toBeLessThanOrEqual(sizeOf(answer) + 100)
      }),
      { numRuns: inputs },
    )
  })
})

test(`fuzz: wallets that a host describes, ${inputs}`, async () => {
  await fc.assert(
    fc.asyncProperty(hostileLike(wallet, { id: 'a', name: 'A', mobileLink: 'a://' }), async (value) => {
      const read = await survive(() => readCustomWallet(value))
      expect(sizeOf(read)).toBeLessThan(4 * sizeOf(value) + 2_000)
      checkKinds(read)
    }),
    { numRuns: inputs },
  )
})
