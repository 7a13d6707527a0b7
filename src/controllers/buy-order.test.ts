import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { buy } from '../state/buy'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { editBuy, pickSeller, startBuy } from './buy'
import { loadNetworks } from './network-list'

const FIRST = 'https://pay.coinbase.com/buy?fiatCurrency=USD'
const pageOf = (seller: string) => `https://meldcrypto.com/${seller}`
const offer = (serviceProvider: string, destinationAmount: number) => ({
  ...{ serviceProvider, destinationAmount, sourceAmount: 100, totalFee: 1 },
})
const sum = (amount: string) => ({ amount, currency: 'USD' })
const quote = {
  ...{ quoteId: '1', coinbaseFee: sum('3'), networkFee: sum('0'), paymentSubtotal: sum('97'), paymentTotal: sum('100') },
  purchaseAmount: { amount: '0.05', currency: 'ETH' },
}
const [PAGE, QUOTE, OFFERS] = ['/v1/generators/onrampurl', '/v1/onramp/quote', '/v1/onramp/multi/quotes']

/** The services’ answers by path; undefined: the service fails. */
let answers: Record<string, unknown> = {}
/** Of a path named here the answers wait until they are told. */
let slow: string[] = []
let waiting: (() => void)[] = []

let stop = () => {}
beforeEach(async () => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: 'local', providerUrl: 'https://rpc.example/' })
  slow = []
  waiting = []
  answers = {
    '/v1/supported-chains': { http: ['eip155:8453'], ws: [] },
    [PAGE]: { url: FIRST },
    '/v1/onramp/providers/properties': [{ currencyCode: 'ETH_BASE', chainId: '8453' }],
    '/v1/onramp/providers': ['A', 'B'].map((id) => ({ serviceProvider: id, name: `Seller ${id}` })),
    [QUOTE]: quote,
    [OFFERS]: [offer('A', 1), offer('B', 2)],
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (target: URL, { body }: RequestInit) => {
    const { pathname } = new URL(target)
    const path = pathname.endsWith('widget') ? `widget ${JSON.parse(String(body)).sessionData.serviceProvider}` : pathname
    const answer = path.startsWith('widget') ? { widgetUrl: pageOf(path.slice(-1)) } : answers[path]
    if (slow.includes(path)) await new Promise<void>((resolve) => waiting.push(resolve))
    return answer ? Response.json(answer) : Response.json({}, { status: path in answers ? 501 : 404 })
  })
  Object.assign(config, { networks: ['eip155:8453'] })
  be('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  // The chunks that load with the form take real time.
  await Promise.all([loadNetworks(), import('../api/onramp')])
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  configureApi({ projectId: undefined, providerUrl: undefined })
})

const be = (address: string) =>
  Object.assign(chainOf('eip155'), {
    ...{ status: 'connected', networkId: 'eip155:8453', caipAddress: `eip155:8453:${address}`, accountType: 'eoa' },
  })
const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms)
const open = async () => {
  stop = startBuy()
  await pass()
}
/** Gives all answers that wait. */
const tell = async () => {
  for (const give of waiting.splice(0)) give()
  await pass()
}
const sellers = () => buy.offers.map(({ seller }) => seller)

test('error: a page, a price and offers for the amount before are not shown for the one that is typed by then', async () => {
  await open()
  slow = [PAGE, QUOTE, OFFERS]
  editBuy({ amount: '100' })
  await pass()
  expect(waiting).toHaveLength(3)
  const before = sellers()
  // Too little: nothing is asked for it, and nothing may take the place of what was asked.
  editBuy({ amount: '9' })
  await tell()
  expect([buy.url, buy.urlStatus, buy.offersStatus, sellers()]).toEqual([undefined, 'idle', 'idle', before])
  expect(buy.quote?.bought).toBe('')
  expect(buy.quoteStatus).not.toBe('failed')
})

test('while an amount is being typed, one that is followed by another at once is asked for nowhere', async () => {
  await open()
  slow = [PAGE, QUOTE, OFFERS]
  for (const amount of ['100', '120', '140']) editBuy({ amount })
  await pass()
  expect(waiting).toHaveLength(3)
})

test('error: the page of a seller that was left for another one does not take its place; the first seller’s name stays', async () => {
  await open()
  slow = ['widget A']
  pickSeller('A')
  await pass()
  pickSeller('B')
  await pass()
  expect([waiting.length, buy.url]).toEqual([1, pageOf('B')])
  await tell()
  expect([buy.seller, buy.url, buy.firstHost]).toEqual(['B', pageOf('B'), 'pay.coinbase.com'])
})

test('a form that is opened again holds what was chosen; for another account the sum, as which coin it needs is not known', async () => {
  await open()
  editBuy({ amount: '70', payment: 'EUR' })
  editBuy({ purchase: 'USDC' })
  stop()
  await open()
  expect([buy.amount, buy.payment, buy.purchase]).toEqual(['70', 'EUR', 'USDC'])
  be('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await pass()
  expect([buy.amount, buy.payment, buy.purchase]).toEqual(['70', 'EUR', 'ETH'])
})

test('error: another coin has other sellers: those of the one before are gone at once', async () => {
  await open()
  pickSeller('A')
  editBuy({ purchase: 'USDC' })
  expect([buy.seller, sellers(), buy.quote]).toEqual([undefined, [], undefined])
})

test('error: an offer of nothing, and one of a seller whose name is not known, is not listed', async () => {
  answers[OFFERS] = [offer('A', 0), offer('X', 3), offer('B', 2)]
  await open()
  expect(sellers()).toEqual(['B'])
})

test('if the first seller does not answer from the start, the best other one is chosen', async () => {
  answers[PAGE] = undefined
  await open()
  expect([buy.seller, buy.url, buy.urlStatus]).toEqual(['B', pageOf('B'), 'idle'])
})

test('a price that could not be had stays so, and does not flash, until there is one', async () => {
  answers[QUOTE] = undefined
  await open()
  expect(buy.quoteStatus).toBe('failed')
  slow = [QUOTE]
  answers[QUOTE] = quote
  editBuy({ amount: '100' })
  await pass()
  expect([waiting.length, buy.quoteStatus]).toEqual([1, 'failed'])
  await tell()
  expect([buy.quoteStatus, buy.quote?.bought]).toEqual(['idle', '0.05'])
})

test('error: a service that says what to pay with but sells nothing, or the reverse, has not said what is sold', async () => {
  answers['/v1/onramp/options'] = {
    paymentCurrencies: [],
    purchaseCurrencies: [{ id: 'AERO', name: 'Aero', symbol: 'AERO', networks: [] }],
  }
  await open()
  expect([buy.optionsStatus, buy.payments.map(({ id }) => id), buy.purchase]).toEqual(['fallback', ['USD', 'EUR'], 'ETH'])
})
