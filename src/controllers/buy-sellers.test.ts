import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { buy } from '../state/buy'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { editBuy, pickSeller, startBuy } from './buy'
import { buyProblem } from './buy-problem'
import { loadNetworks } from './network-list'

const NETWORK = 'eip155:8453'
const FIRST = 'https://pay.coinbase.com/buy'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const networks = [{ name: 'base-mainnet', chain_id: '8453' }]
const card = { id: 'card', min: '10', max: '7500' }
const offer = (serviceProvider: string, destinationAmount: number) => ({
  ...{ serviceProvider, destinationAmount, sourceAmount: 100, totalFee: 1 },
})

/** The services’ answers by path; a function gets what was sent. */
let answers: Record<string, unknown> = {}
let asked: string[] = []
/** What the listed sellers were sent, in call order. */
let told: Record<string, unknown>[] = []
beforeEach(async () => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: 'local', providerUrl: 'https://rpc.example/' })
  asked = []
  told = []
  answers = {
    '/v1/supported-chains': { http: [NETWORK, 'eip155:1'], ws: [] },
    '/v1/generators/onrampurl': { url: FIRST },
    '/v1/onramp/providers/properties': [
      { currencyCode: 'ETH', chainId: '1' },
      { currencyCode: 'ETH_ARBITRUM', chainId: '42161' },
      { currencyCode: 'BTC', chainId: null },
      { currencyCode: 'ETH_BASE', chainId: '8453' },
      { currencyCode: 'USDC_BASE', chainId: '8453' },
    ],
    '/v1/onramp/providers': ['A', 'B'].map((id) => ({ serviceProvider: id, name: `Seller ${id}` })),
    '/v1/onramp/multi/quotes': [offer('A', 1), offer('B', 2)],
    '/v1/onramp/widget': { widgetUrl: 'https://meldcrypto.com/buy' },
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (target: URL, { body }: RequestInit) => {
    const { pathname: path } = new URL(target)
    asked.push(path)
    if (/multi|widget/.test(path)) told.push(JSON.parse(String(body)))
    return path in answers ? Response.json(await answers[path]) : Response.json({}, { status: 404 })
  })
  const caipAddress = `${NETWORK}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266` as const
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: NETWORK, caipAddress })
  Object.assign(buy, {
    ...{ amount: '', payment: 'USD', purchase: 'ETH' },
    payments: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: [card] })),
    purchases: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks }],
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  configureApi({ projectId: undefined, providerUrl: undefined })
})

const until = (holds: () => void) => vi.waitFor(holds, { timeout: 10_000 })
const sellers = () => buy.offers.map(({ seller, bought }) => [seller, bought])
const priced = [
  ['B', '2'],
  ['A', '1'],
]

/** The coins that the listed sellers were asked for. */
const coins = () => told.map(({ sessionData, ...body }) => Object(sessionData ?? body).destinationCurrencyCode)

test('the listed sellers are asked for the coin on the account’s network; by its bare name they deliver on Ethereum', async () => {
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
  pickSeller('A')
  await until(() => expect(buy.url).toContain('meldcrypto'))
  expect(coins()).toEqual(['ETH_BASE', 'ETH_BASE'])
})

test('error: if none of them delivers on the account’s network, none is offered', async () => {
  answers['/v1/onramp/providers/properties'] = [{ currencyCode: 'ETH', chainId: '1' }]
  editBuy({ amount: '100' })
  await until(() => expect(buy.url).toBe(FIRST))
  await until(() => expect(asked).toContain('/v1/onramp/providers'))
  expect([buy.offersStatus, sellers(), told]).toEqual(['idle', [], []])
})

test.each([
  ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 1],
  ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 0],
])('for Solana %s this many sellers are asked: %i; coins of a test network were sold for money', async (cluster, count) => {
  const networkId = `solana:${cluster}` as const
  const caipAddress = `${networkId}:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96` as const
  answers['/v1/supported-chains'] = { http: [networkId], ws: [] }
  Object.assign(config, { networks: [networkId] })
  Object.assign(chainOf('solana'), { status: 'connected', networkId, caipAddress })
  Object.assign(buy, { purchase: 'SOL', purchases: [{ id: 'SOL', name: 'Solana', symbol: 'SOL', networks: [] }] })
  chains.activeNamespace = 'solana'
  await loadNetworks()
  editBuy({ amount: '100' })
  await until(() => expect(asked).toContain('/v1/onramp/providers'))
  await until(() => expect(buy.offers).toHaveLength(2 * count))
  await until(() => expect(buy.urlStatus).toBe(count > 0 ? 'idle' : 'failed'))
  expect(told.slice(0, 1)).toMatchObject(Array(count).fill({ destinationCurrencyCode: 'SOL' }))
})

test('error: sellers whose coins cannot be told apart by network are not offered either, except on Ethereum', async () => {
  delete answers['/v1/onramp/providers/properties']
  editBuy({ amount: '100' })
  await until(() => expect(buy.offersStatus).toBe('failed'))
  expect([sellers(), told]).toEqual([[], []])
  Object.assign(chainOf('eip155'), { networkId: 'eip155:1', caipAddress: `eip155:1:${OTHER}` })
  editBuy({ amount: '120' })
  await until(() => expect(sellers()).toEqual(priced))
  expect(coins()).toEqual(['ETH'])
})

test('error: a payment page made for one account is not opened for the next one', async () => {
  answers['/v1/onramp/options'] = {}
  buy.amount = '100'
  const stop = startBuy()
  await until(() => expect(buy.url).toBe(FIRST))
  answers['/v1/generators/onrampurl'] = new Promise(() => {})
  Object.assign(chainOf('eip155'), { caipAddress: `${NETWORK}:${OTHER}` })
  await until(() => expect([buy.owner, buy.url]).toEqual([`${NETWORK}:${OTHER}`, undefined]))
  stop()
})

test('while an amount is typed its sellers and the chosen one stay, without the old figures', async () => {
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
  pickSeller('A')
  // The button would open the first seller’s page under another one’s name.
  expect(buy.url).toBeUndefined()
  await until(() => expect(buy.url).toContain('meldcrypto'))
  for (const amount of ['1', '1,000', '120']) {
    editBuy({ amount })
    expect([buy.seller, sellers(), buy.url, buy.urlStatus]).toEqual([
      'A',
      [
        ['B', ''],
        ['A', ''],
      ],
      undefined,
      'idle',
    ])
  }
  await until(() => expect(buy.url).toContain('meldcrypto'))
  await until(() => expect([buy.seller, sellers()]).toEqual(['A', priced]))
  // Another currency may have other sellers.
  editBuy({ payment: 'EUR' })
  expect([buy.seller, sellers()]).toEqual([undefined, []])
})

test('a chosen seller that does not sell for the new amount is replaced by the first one', async () => {
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
  pickSeller('A')
  answers['/v1/onramp/multi/quotes'] = [offer('B', 3)]
  answers['/v1/onramp/widget'] = { widgetUrl: '' }
  editBuy({ amount: '5000' })
  await until(() => expect([buy.seller, buy.url, buy.urlStatus]).toEqual([undefined, FIRST, 'idle']))
})

test('picking a seller does not stop a quote on its way; without an amount no seller’s page is requested', async () => {
  let tell = (_: unknown) => {}
  answers['/v1/onramp/quote'] = new Promise((resolve) => {
    tell = resolve
  })
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
  await until(() => expect(asked).toContain('/v1/onramp/quote'))
  pickSeller('A')
  const sum = (amount: string) => ({ amount, currency: 'USD' })
  const [paid, bought] = [
    { paymentSubtotal: sum('97'), paymentTotal: sum('100') },
    { amount: '0.05', currency: 'ETH' },
  ]
  tell({ quoteId: '1', coinbaseFee: sum('3'), networkFee: sum('0'), ...paid, purchaseAmount: bought })
  await until(() => expect(buy.quote?.bought).toBe('0.05'))
  editBuy({ amount: '1,000' })
  expect(buy.quote).toEqual({ fee: '', total: '', bought: '' })
  const before = asked.length
  pickSeller('B')
  expect([buy.seller, buy.urlStatus]).toEqual(['B', 'idle'])
  expect(asked).toHaveLength(before)
})

test('the first seller’s maximum does not limit others: a chosen one gives its price and its page', async () => {
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
  editBuy({ amount: '9000' })
  expect(buyProblem(buy)).toBe('too-much')
  pickSeller('A')
  expect(buyProblem(buy)).toBeUndefined()
  await until(() => expect([buy.url, sellers()]).toEqual(['https://meldcrypto.com/buy', priced]))
  const sums = told.map(({ sessionData, ...body }) => String(Object(sessionData ?? body).sourceAmount))
  expect(sums).toEqual(['100', '9000', '9000'])
  // No page is requested for the first seller again.
  pickSeller(undefined)
  expect([buyProblem(buy), buy.url, buy.urlStatus]).toEqual(['too-much', undefined, 'idle'])
})

test('error: an amount that no seller takes is checked against the first seller’s limits again, and the button is not busy', async () => {
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
  pickSeller('A')
  answers['/v1/onramp/multi/quotes'] = []
  answers['/v1/onramp/widget'] = new Promise(() => {})
  editBuy({ amount: '9000' })
  await until(() => expect([buyProblem(buy), buy.seller, buy.urlStatus]).toEqual(['too-much', undefined, 'idle']))
})

test('a seller that quotes each payment method is listed once, with its best quote', async () => {
  answers['/v1/onramp/multi/quotes'] = [offer('A', 1), offer('B', 2), offer('A', 0.5), offer('B', 1.5)]
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
})

test('sellers are sorted by what they give as numbers, not as text', async () => {
  answers['/v1/onramp/multi/quotes'] = [offer('A', 9), offer('B', 10)]
  editBuy({ amount: '100' })
  await until(() => expect(sellers().map(([seller]) => seller)).toEqual(['B', 'A']))
})

test('a seller without a fee of its own is listed too', async () => {
  answers['/v1/onramp/multi/quotes'] = [{ ...offer('A', 1), totalFee: null }, offer('B', 2)]
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
})

test('error: if the quotes for a new amount fail, the chosen seller stays chosen', async () => {
  editBuy({ amount: '100' })
  await until(() => expect(sellers()).toEqual(priced))
  pickSeller('A')
  await until(() => expect(buy.url).toContain('meldcrypto'))
  delete answers['/v1/onramp/multi/quotes']
  editBuy({ amount: '120' })
  await until(() => expect(buy.url).toContain('meldcrypto'))
  await until(() => expect(coins()).toHaveLength(4))
  expect(buy.seller).toBe('A')
  // No figure is shown as loading any more.
  await until(() => expect(buy.offersStatus).toBe('failed'))
  answers['/v1/onramp/multi/quotes'] = [offer('A', 1), offer('B', 2)]
  editBuy({ amount: '140' })
  await until(() => expect([buy.offersStatus, sellers()]).toEqual(['idle', priced]))
})

test.each([
  ['eip155:137', ['USDC', 'POL'], 'POL'],
  ['eip155:8453', ['USDC', 'ETH'], 'ETH'],
  // There the first seller delivers on Ethereum only, and others may sell the coin.
  ['eip155:56', ['USDC', 'ETH', 'BNB'], 'BNB'],
] as const)(
  'if the service does not say what is sold, on %s it is %s: a visitor sent here for the fee finds the coin',
  async (networkId, sold, first) => {
    const stop = await openOn(networkId)
    stop()
    expect([buy.purchases.map(({ symbol }) => symbol), buy.purchase]).toEqual([sold, first])
  },
)

test.each([
  ['the best other seller', [{ currencyCode: 'BNB_BSC', chainId: '56' }], ['BNB_BSC', 'BNB_BSC'], 'B', 'idle'],
  ['nobody', [], [], undefined, 'failed'],
])('a coin that is not on Ethereum, where the first seller delivers, is sold by %s', async (_, codes, bought, seller, status) => {
  answers['/v1/onramp/providers/properties'] = codes
  const stop = await openOn('eip155:56')
  editBuy({ amount: '100' })
  await until(() => expect([buy.seller, buy.urlStatus, coins()]).toEqual([seller, status, bought]))
  stop()
  expect(asked).not.toContain('/v1/generators/onrampurl')
})

/** Opens Buy on a network for which the service does not say what is sold. */
async function openOn(networkId: `eip155:${number}`): Promise<() => void> {
  Object.assign(config, { networks: [networkId] })
  const caipAddress = `${networkId}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266` as const
  Object.assign(chainOf('eip155'), { networkId, caipAddress, accountType: 'eoa' })
  answers['/v1/supported-chains'] = { http: [networkId], ws: [] }
  const stop = startBuy()
  await until(() => expect(buy.optionsStatus).toBe('fallback'))
  return stop
}
