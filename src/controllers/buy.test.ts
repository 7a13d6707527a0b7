import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import type { CaipNetworkId } from '../lib/caip'
import { buy, emptyBuy } from '../state/buy'
import { type Chain, chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { editBuy, pickSeller, startBuy } from './buy'
import { buyProblem } from './buy-problem'
import { loadNetworks } from './network-list'

const SELLER = 'https://pay.coinbase.com/buy'
// Base first: the coin’s own list has another order.
const networks = [
  { name: 'base-mainnet', chain_id: '8453' },
  { name: 'ethereum-mainnet', chain_id: '1' },
]

/** What is sold, once the service answers. */
let options: Promise<unknown> | undefined
/** The service’s other answers by path. */
let answers: Record<string, unknown> = {}
/** The account’s code on every chain; undefined: no node answers. */
let code: string | undefined
let asked: { path: string; body: Record<string, unknown> }[] = []
beforeEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: 'local', providerUrl: 'https://rpc.example/' })
  asked = []
  options = undefined
  code = '0x'
  answers = {
    '/v1/generators/onrampurl': { url: SELLER },
    '/v1/onramp/providers/properties': [{ currencyCode: 'ETH_BASE', chainId: '8453' }],
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (target: URL, { body }: RequestInit) => {
    const { pathname: path, searchParams } = new URL(target)
    if (path === '/v1/') {
      if (code === undefined) return Response.json({}, { status: 404 })
      const { id, method } = JSON.parse(String(body))
      const chainId = `0x${Number(searchParams.get('chainId')?.slice(7)).toString(16)}`
      return Response.json({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? chainId : code })
    }
    if (path === '/v1/supported-chains')
      return Response.json({ http: ['eip155:1', 'eip155:56', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ws: [] })
    if (path === '/v1/onramp/options' && options) return Response.json(await options)
    asked.push({ path, body: typeof body === 'string' ? JSON.parse(body) : {} })
    return path in answers ? Response.json(await answers[path]) : Response.json({}, { status: 404 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  configureApi({ projectId: undefined, providerUrl: undefined })
})

function buyOn(networkId: CaipNetworkId, accountType?: Chain['accountType']): void {
  const caipAddress = `${networkId}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266` as const
  Object.assign(chainOf('eip155'), { status: 'connected', networkId, caipAddress, accountType })
  Object.assign(buy, {
    ...{ amount: '250', payment: 'USD', purchase: 'ETH' },
    payments: [{ id: 'USD', payment_method_limits: [] }],
    purchases: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks }],
  })
}
const settled = () => vi.waitFor(() => expect(['idle', 'failed']).toContain(buy.urlStatus), { timeout: 10_000 })

test.each([
  ['eip155:8453', 'smartAccount', SELLER, '0x'],
  ['eip155:8453', undefined, SELLER, '0x60'],
  ['eip155:56', 'eoa', SELLER, '0x60'],
  ['eip155:56', undefined, SELLER, '0x'],
  // Coins bought on Ethereum may be lost there: the contract (embedded wallet, Safe, or unknown) may never exist on it.
  ['eip155:56', 'smartAccount', undefined, '0x'],
  ['eip155:56', undefined, undefined, '0x60'],
  ['eip155:56', undefined, undefined, undefined],
] as const)(
  'on %s the first seller delivers to an account of type %s: %s (its code is %s)',
  async (networkId, accountType, url, of) => {
    code = of
    buyOn(networkId, accountType)
    pickSeller(undefined)
    expect(buy.urlStatus).toBe('loading')
    await settled()
    expect(buy.url).toBe(url)
    expect(buy.urlStatus).toBe(url ? 'idle' : 'failed')
    expect(asked.map(({ path }) => path)).toEqual(url ? ['/v1/generators/onrampurl'] : [])
  },
)

test.each([
  [
    'https://pay.coinbase.com/buy?appId=1&presetFiatAmount=250',
    'https://pay.coinbase.com/buy?appId=1&presetFiatAmount=250&fiatCurrency=EUR',
  ],
  // A currency in the URL stays, and so does any other seller’s URL.
  ['https://pay.coinbase.com/buy?fiatCurrency=USD', 'https://pay.coinbase.com/buy?fiatCurrency=USD'],
  ['https://rpc.example/pay?fiat=250', 'https://rpc.example/pay?fiat=250'],
])('the first seller’s page %s gets the chosen currency: the amount is in euros, not in dollars', async (url, page) => {
  answers['/v1/generators/onrampurl'] = { url }
  buyOn('eip155:8453')
  buy.payment = 'EUR'
  pickSeller(undefined)
  await settled()
  expect(buy.url).toBe(page)
})

test.each([
  ['eoa', true],
  ['smartAccount', false],
] as const)('other sellers are asked for an account of type %s: %s', async (accountType, isAsked) => {
  buyOn('eip155:8453', accountType)
  editBuy({ amount: '100' })
  await vi.waitFor(() => expect(buy.url).toBe(SELLER), { timeout: 10_000 })
  const offers = () => asked.some(({ path }) => path === '/v1/onramp/multi/quotes')
  if (isAsked) await vi.waitFor(() => expect(offers()).toBe(true), { timeout: 10_000 })
  else expect(offers()).toBe(false)
})

test('a payment method that the chosen currency lacks is replaced by one that it has, with that one’s limits', () => {
  buyOn('eip155:8453')
  const way = (id: string, max: string) => ({ id, min: '10.00', max })
  buy.payments = [
    { id: 'USD', payment_method_limits: [way('card', '7500.00'), way('ach_bank_account', '25000.00')] },
    { id: 'EUR', payment_method_limits: [way('card', '500.00')] },
  ]
  editBuy({ method: 'ach_bank_account', amount: '20000' })
  expect(buyProblem(buy)).toBeUndefined()
  editBuy({ payment: 'EUR' })
  expect(buyProblem(buy)).toBe('too-much')
})

test('if the first seller does not sell, the best other one is chosen; none once nobody sells', async () => {
  const OTHER = 'https://meldcrypto.com/buy'
  let tell = (_: unknown) => {}
  answers = {
    ...answers,
    '/v1/generators/onrampurl': { url: '' },
    '/v1/onramp/providers': ['A', 'B'].map((id) => ({ serviceProvider: id, name: `Seller ${id}` })),
    '/v1/onramp/multi/quotes': new Promise((resolve) => {
      tell = resolve
    }),
    '/v1/onramp/widget': { widgetUrl: OTHER },
  }
  buyOn('eip155:8453')
  editBuy({ amount: '100' })
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toContain('/v1/generators/onrampurl'), { timeout: 10_000 })
  // That nobody sells is not shown while the others are being asked.
  expect(buy.urlStatus).toBe('loading')
  const offer = (id: string, destinationAmount: number) => ({
    serviceProvider: id,
    destinationAmount,
    sourceAmount: 100,
    totalFee: 1,
  })
  tell([offer('A', 1), offer('B', 2)])
  await vi.waitFor(() => expect(buy.url).toBe(OTHER), { timeout: 10_000 })
  expect([buy.seller, buy.urlStatus]).toEqual(['B', 'idle'])

  answers['/v1/onramp/widget'] = { widgetUrl: '' }
  answers['/v1/onramp/multi/quotes'] = [offer('A', 1)]
  editBuy({ amount: '120' })
  await settled()
  await vi.waitFor(() => expect(buy.urlStatus).toBe('failed'), { timeout: 10_000 })
  expect(buy.url).toBeUndefined()
})

test.each([
  ['eip155:8453', 'base-mainnet'],
  ['eip155:1', 'ethereum-mainnet'],
  ['eip155:56', 'ethereum-mainnet'],
] as const)('a purchase on %s is quoted for the network on which the first seller delivers, %s', async (networkId, network) => {
  buyOn(networkId)
  editBuy({ amount: '100' })
  const quoted = () => asked.find(({ path }) => path === '/v1/onramp/quote')?.body.network
  await vi.waitFor(() => expect(quoted()).toBe(network), { timeout: 10_000 })
})

/** Opens the form on a network, with nothing chosen, while the service’s options are pending; `tell` resolves them. */
async function openOn(networkId: CaipNetworkId): Promise<{ tell: () => Promise<void>; stop: () => void }> {
  Object.assign(config, { networks: ['eip155:1', 'eip155:56'] })
  // The chunks that load with the form take real time.
  await Promise.all([loadNetworks(), import('../api/onramp')])
  vi.useFakeTimers()
  buyOn(networkId)
  Object.assign(buy, emptyBuy())
  let resolve = (_: unknown) => {}
  options = new Promise((tell) => {
    resolve = tell
  })
  const stop = startBuy()
  await vi.advanceTimersByTimeAsync(100)
  const sold = ['ETH', 'BNB'].map((symbol) => ({ id: symbol, name: symbol, symbol, networks }))
  const tell = async () => {
    resolve({ paymentCurrencies: [{ id: 'USD', payment_method_limits: [] }], purchaseCurrencies: sold })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  return { tell, stop }
}

test('switching networks while the options load offers the coin of the new network', async () => {
  const { tell, stop } = await openOn('eip155:1')
  buyOn('eip155:56')
  await vi.advanceTimersByTimeAsync(100)
  await tell()
  expect(buy.optionsStatus).toBe('ready')
  expect(buy.purchase).toBe('BNB')
  stop()
})

test('if the visitor leaves while the options load, no seller gets the address', async () => {
  const { tell, stop } = await openOn('eip155:1')
  stop()
  await tell()
  expect(asked).toEqual([])
})

test('the options are requested once, then the payment page, on a network that stays', async () => {
  const { tell, stop } = await openOn('eip155:1')
  await tell()
  expect(buy.purchase).toBe('ETH')
  expect(asked.map(({ path }) => path)).toContain('/v1/generators/onrampurl')
  stop()
})

test('if the service does not say what is sold, Solana offers SOL, not ETH', async () => {
  const [solana, owner] = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'] as const
  Object.assign(config, { networks: [solana] })
  Object.assign(chainOf('solana'), { status: 'connected', networkId: solana, caipAddress: `${solana}:${owner}` })
  chains.activeNamespace = 'solana'
  const stop = startBuy()
  await vi.waitFor(() => expect(buy.optionsStatus).toBe('fallback'), { timeout: 10_000 })
  expect(buy.purchases.map(({ symbol }) => symbol)).toEqual(['SOL'])
  const coins = () => asked.map(({ body }) => body.destinationCurrencyCode)
  await vi.waitFor(() => expect(coins()).toContain('SOL'), { timeout: 10_000 })
  stop()
  // By its bare name the listed sellers deliver a dollar on Ethereum.
  asked = []
  answers['/v1/onramp/providers'] = answers['/v1/onramp/multi/quotes'] = []
  const purchases = [{ id: 'USDC', name: 'Dollar', symbol: 'USDC', networks: [] }]
  Object.assign(buy, { purchase: 'USDC', purchases, offersStatus: 'failed' })
  editBuy({ amount: '120' })
  await vi.waitFor(() => expect(buy.offersStatus).toBe('idle'), { timeout: 10_000 })
  expect(asked.map(({ path }) => path)).toEqual(['/v1/onramp/providers'])
})

describe('buyProblem', () => {
  const limits = [{ id: 'card', min: '10.00', max: '7500.00' }]
  const problemOf = (amount: string, payment_method_limits: typeof limits = []) =>
    buyProblem({ amount, payment: 'USD', method: 'card', seller: undefined, payments: [{ id: 'USD', payment_method_limits }] })

  test.each([
    ['', 'amount-missing'],
    ['1,000', 'amount-invalid'],
    ['-5', 'amount-invalid'],
    ['1234567890123', 'amount-invalid'],
    ['0', 'too-little'],
    ['0.50', 'too-little'],
    ['99.90', 'cents'],
    ['99.00', undefined],
    ['100', undefined],
    ['123456789012', undefined],
  ])('without limits from the service, %s has this problem: %s', (amount, problem) => expect(problemOf(amount)).toBe(problem))

  test.each([
    ['9.99', 'too-little'],
    ['10', undefined],
    ['7499.99', 'cents'],
    ['7500', undefined],
    ['7500.01', 'too-much'],
    ['1234567890123', 'too-much'],
  ])('with limits from 10.00 to 7500.00, %s has this problem: %s', (amount, problem) =>
    expect(problemOf(amount, limits)).toBe(problem),
  )
})

test.each([
  ['99.00', 99],
  ['0250', 250],
])('every seller is asked for the same amount: %s', async (amount, sum) => {
  buyOn('eip155:8453')
  editBuy({ amount })
  const sums = () => asked.flatMap(({ body }) => body.presetFiatAmount ?? body.sourceAmount ?? body.amount ?? [])
  await vi.waitFor(() => expect(sums()).toHaveLength(3), { timeout: 10_000 })
  expect(sums().map(String)).toEqual(Array(3).fill(String(sum)))
})

test.each(['99.90', '1,000', '1234567890123'])('no seller is asked for %s, which stays as typed', async (amount) => {
  vi.useFakeTimers()
  buyOn('eip155:8453')
  editBuy({ amount })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([])
  expect(buy.amount).toBe(amount)
})
