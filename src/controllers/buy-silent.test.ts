import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { buy } from '../state/buy'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { editBuy, pickSeller, retryBuy, startBuy } from './buy'

let answers: Record<string, unknown> = {}
/** The path at which the server fails; it asks for no retry. */
let broken = ''

beforeEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: 'local', providerUrl: 'https://rpc.example/' })
  broken = ''
  const offer = { serviceProvider: 'A', destinationAmount: 1, sourceAmount: 100, totalFee: 1 }
  answers = {
    '/v1/supported-chains': { http: ['eip155:8453', 'eip155:56'], ws: [] },
    '/v1/generators/onrampurl': { url: 'https://pay.coinbase.com/buy' },
    '/v1/onramp/providers': [{ serviceProvider: 'A', name: 'Seller A' }],
    '/v1/onramp/providers/properties': [{ currencyCode: 'BNB_BSC', chainId: '56' }],
    '/v1/onramp/multi/quotes': [offer],
    '/v1/onramp/widget': { widgetUrl: 'https://meldcrypto.com/buy' },
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (target: URL) => {
    const { pathname: path } = new URL(target)
    if (path === broken) return Response.json({}, { status: 501 })
    return path in answers ? Response.json(await answers[path]) : Response.json({}, { status: 404 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  configureApi({ projectId: undefined, providerUrl: undefined })
})

/** Opens Buy on a network for which the service does not say what is sold. */
async function openOn(networkId: `eip155:${number}`): Promise<() => void> {
  Object.assign(config, { networks: [networkId] })
  const caipAddress = `${networkId}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266` as const
  Object.assign(chainOf('eip155'), { status: 'connected', networkId, caipAddress, accountType: 'eoa' })
  const stop = startBuy()
  await vi.waitFor(() => expect(buy.optionsStatus).toBe('fallback'), { timeout: 10_000 })
  return stop
}

const until = (holds: () => void) => vi.waitFor(holds, { timeout: 10_000 })

test.each([
  ['eip155:8453', '/v1/generators/onrampurl'],
  ['eip155:8453', '/v1/supported-chains'],
  // The first seller does not have this coin and is not asked: the others are.
  ['eip155:56', '/v1/onramp/providers'],
  ['eip155:56', '/v1/onramp/providers/properties'],
  ['eip155:56', '/v1/supported-chains'],
] as const)(
  'error: if on %s %s fails, it does not say that nobody sells, and a retry finds a seller',
  async (networkId, path) => {
    broken = path
    const stop = await openOn(networkId)
    await until(() => expect(buy.urlStatus).toBe('silent'))
    expect(buy.url).toBeUndefined()
    broken = ''
    retryBuy()
    await until(() => expect([buy.url !== undefined, buy.urlStatus]).toEqual([true, 'idle']))
    stop()
  },
)

test('error: a retry also asks again for what is sold; the two fall-back coins stayed until Buy was reopened', async () => {
  broken = '/v1/generators/onrampurl'
  const stop = await openOn('eip155:8453')
  await until(() => expect([buy.urlStatus, buy.payments.length]).toEqual(['silent', 2]))
  broken = ''
  const networks = [{ name: 'base-mainnet', chain_id: '8453' }]
  answers['/v1/onramp/options'] = {
    paymentCurrencies: ['GBP', 'USD'].map((id) => ({ id, payment_method_limits: [{ id: 'card', min: '5', max: '500' }] })),
    purchaseCurrencies: ['ETH', 'CBETH', 'AERO'].map((symbol) => ({ id: symbol, name: symbol, symbol, networks })),
  }
  retryBuy()
  await until(() => expect([buy.optionsStatus, buy.url !== undefined, buy.urlStatus]).toEqual(['ready', true, 'idle']))
  expect([buy.payments.map(({ id }) => id), buy.purchases.map(({ symbol }) => symbol)]).toEqual([
    ['GBP', 'USD'],
    ['ETH', 'CBETH', 'AERO'],
  ])
  stop()
})

test('error: where it then sells another coin, the page for the one before is gone at once; a press led there', async () => {
  broken = '/v1/onramp/providers'
  const stop = await openOn('eip155:56')
  await until(() => expect([buy.purchase, buy.urlStatus]).toEqual(['BNB', 'silent']))
  broken = ''
  let tell = (_options: unknown) => {}
  answers['/v1/onramp/options'] = new Promise((resolve) => {
    tell = resolve
  })
  retryBuy()
  await until(() => expect(buy.url).toContain('meldcrypto'))
  tell({
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '5', max: '500' }] }],
    purchaseCurrencies: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum-mainnet', chain_id: '1' }] }],
  })
  await until(() => expect(buy.purchase).toBe('ETH'))
  expect(`${buy.url}`).not.toContain('meldcrypto')
  stop()
})

test('error: a seller whose page request fails counts as silent, not as one that does not sell', async () => {
  const stop = await openOn('eip155:56')
  await until(() => expect(buy.url).toContain('meldcrypto'))
  broken = '/v1/onramp/widget'
  pickSeller('A')
  await until(() => expect([buy.url, buy.urlStatus]).toEqual([undefined, 'silent']))
  stop()
})

test.each([
  ['the service lacks the endpoint', 404],
  ['nobody sells', 200],
])('if %s, no retry is offered', async (_, status) => {
  answers['/v1/generators/onrampurl'] = { url: '' }
  answers['/v1/onramp/multi/quotes'] = []
  if (status === 404) delete answers['/v1/generators/onrampurl']
  const stop = await openOn('eip155:8453')
  await until(() => expect([buy.url, buy.urlStatus]).toEqual([undefined, 'failed']))
  stop()
})

test.each([
  ['CBETH_BASE', 'meldcrypto', 'idle'],
  ['CBETHX_BASE', undefined, 'failed'],
])('for a coin like cbETH, which the list names %s, the payment page is on %s', async (currencyCode, host, status) => {
  answers['/v1/onramp/providers/properties'] = [{ currencyCode, chainId: '8453' }]
  answers['/v1/generators/onrampurl'] = { url: '' }
  const stop = await openOn('eip155:8453')
  Object.assign(buy, { purchase: 'cbETH', purchases: [{ id: 'cbETH', name: 'Ether', symbol: 'cbETH', networks: [] }] })
  editBuy({ amount: '120' })
  await until(() => expect([buy.url?.match(/meldcrypto/)?.[0], buy.urlStatus]).toEqual([host, status]))
  stop()
})
