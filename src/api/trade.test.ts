import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import type { CaipAddress } from '../lib/caip'
import { clearApiCache } from './call'
import { buildApproval, buildSwap, getAllowance, getGasPrice, getPrice, getQuotes, getSwapTokens } from './convert'
import {
  getOffers,
  getOnrampOptions,
  getOnrampQuote,
  getOnrampUrl,
  getPurchases,
  getSellers,
  getSellerUrl,
  getSoldCoins,
} from './onramp'
import { configureApi } from './settings'

const runs = inFull(100, 5)
const networkId = 'eip155:56'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const on = (digit: string): CaipAddress => `eip155:56:0x${digit.repeat(40)}`
const pair = { networkId, from: on('a'), to: on('b'), amount: '1000', user: on('1') } as const
const offer = { networkId, symbol: 'BNB', payment: 'USD', amount: '100', address: `0x${'1'.repeat(40)}` } as const
const purchase = { id: 'bnb', name: 'BNB', symbol: 'BNB', networks: [] }
const payment = { id: 'USD', payment_method_limits: [] }

/** What a service may do instead of answering. */
const faults = {
  'HTTP 500': () => new Response('{}', { status: 500 }),
  silence: (signal?: AbortSignal | null) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  '-32603': () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }, { status: 500 }),
  'a broken line': () => Promise.reject(new TypeError('Failed to fetch')),
}

beforeEach(() => {
  vi.useFakeTimers()
  configureApi({ projectId: 'key' })
})
afterEach(() => {
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Calls a failing service; resolves to the number of requests until every caller has given up. */
async function attempts(ask: () => Promise<unknown>, fault: keyof typeof faults): Promise<number> {
  let count = 0
  clearApiCache()
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    if (new URL(url).pathname.endsWith('/supported-chains')) return Response.json({ http: [networkId], ws: [] })
    count++
    return faults[fault](init?.signal)
  })
  const asked = ask().then(
    () => 'answered',
    () => 'failed',
  )
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await asked).toBe('failed')
  return count
}

const writes = {
  'build-approve': () => buildApproval(pair),
  'build-transaction': () => buildSwap({ ...pair, slippage: 1 }),
  onrampurl: () => getOnrampUrl({ networkId, address: offer.address, blockchain: 'ethereum', symbol: 'BNB', fiat: 100 }),
  widget: () => getSellerUrl({ ...offer, seller: 'DEMO' }),
}
const reads = {
  quotes: () => getQuotes(pair),
  'onramp/quote': () => getOnrampQuote({ networkId, purchase, payment, amount: '100', network: 'bnb' }),
  'multi/quotes': () => getOffers(offer),
}

describe.each(Object.keys(faults) as (keyof typeof faults)[])('%s', (fault) => {
  test.each(Object.entries(writes))(`promise 12: %s is asked for once, ${runs} times`, async (_, ask) => {
    for (let run = 0; run < runs; run++) expect(await attempts(ask, fault)).toBe(1)
  })

  // A caller waits ten seconds only once.
  const tries = fault === 'silence' ? 1 : 4
  test.each(Object.entries(reads))(`fault 61: %s, a read, is tried ${tries} times`, async (_, ask) =>
    expect(await attempts(ask, fault)).toBe(tries),
  )
})

/** Calls a service that serves both networks; resolves to the requests. */
async function requested(ask: () => Promise<unknown>): Promise<Request[]> {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    if (new URL(url).pathname.endsWith('/supported-chains')) return Response.json({ http: [networkId, SOLANA], ws: [] })
    requests.push(new Request(url, init))
    return Response.json({ quotes: [] })
  })
  await ask().catch(() => {})
  return requests
}

test('a swap is asked for in the provider’s words: the plain address for quotes, CAIP-10 for all else, slippage in whole percent', async () => {
  const { user: userAddress, from, to, amount } = pair
  const said = async (ask: () => Promise<unknown>) => {
    const [request] = await requested(ask)
    if (request?.method === 'POST') return request.json()
    const own = [...new URL(request?.url ?? '').searchParams].filter(([name]) => !/^(st|sv|projectId)$/.test(name))
    return Object.fromEntries(own)
  }
  const plain = userAddress.split(':')[2]
  const gasPrice = '12840000000'
  expect(await said(() => getQuotes({ ...pair, gasPrice }))).toEqual({ amount, from, to, userAddress: plain, gasPrice })
  expect(await said(() => getAllowance({ networkId, token: from, user: userAddress }))).toEqual({
    tokenAddress: from,
    userAddress,
  })
  expect(await said(() => getGasPrice({ networkId }))).toEqual({ chainId: networkId })
  expect(await said(() => buildApproval(pair))).toEqual({ userAddress, from, to, amount })
  const transaction = { amount, from, to, userAddress, eip155: { slippage: 1 }, disableEstimate: true, projectId: 'key' }
  expect(await said(() => buildSwap({ ...pair, slippage: 1 }))).toEqual(transaction)
  expect(await said(() => getPrice(networkId, from))).toEqual({ currency: 'usd', addresses: [from], projectId: 'key' })
})

describe('getOnrampUrl, getOnrampQuote', () => {
  const address = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  test('a seller that supports only EVM chains is not asked on Solana, whose address it would take for another', async () => {
    const order = { networkId: SOLANA, address, blockchain: 'ethereum', symbol: 'USDC', fiat: 100 } as const
    const quote = { networkId: SOLANA, purchase, payment, amount: '100', network: '' } as const
    expect(await requested(() => getOnrampUrl(order))).toEqual([])
    expect(await getOnrampUrl(order)).toEqual({ url: '' })
    expect(await requested(() => getOnrampQuote(quote))).toEqual([])
  })

  test('the page is for the account alone, on the one chain, and for the sum in the currency', async () => {
    const [request] = await requested(writes.onrampurl)
    expect(await request?.json()).toEqual({
      destinationWallets: [{ address: offer.address, blockchains: ['ethereum'], assets: ['BNB'] }],
      ...{ defaultNetwork: 'ethereum', partnerUserId: offer.address, defaultExperience: 'buy', presetFiatAmount: 100 },
    })
  })
})

describe('getOffers, getSellerUrl', () => {
  test('the list is asked with a number, as it requires, and the seller’s page with a string', async () => {
    const asked = await requested(async () => {
      await getOffers(offer).catch(() => {})
      await getSellerUrl({ ...offer, seller: 'DEMO' })
    })
    const bodies = await Promise.all(asked.map((request) => request.json()))
    expect(bodies).toMatchObject([{ sourceAmount: 100 }, { sessionData: { sourceAmount: '100' } }])
  })
})

describe('getQuotes', () => {
  test('a quote is requested with the gas price if it is known', async () => {
    const gasPriceOf = async (more: object) => {
      const [request] = await requested(() => getQuotes({ ...pair, ...more }))
      return new URL(request?.url ?? '').searchParams.get('gasPrice')
    }
    expect([await gasPriceOf({ gasPrice: '12840000000' }), await gasPriceOf({})]).toEqual(['12840000000', null])
  })
})

const ofToken = { name: 'Dollar', symbol: 'USD', address: on('a'), decimals: 18 }
const ofSeller = { serviceProvider: 'DEMO', name: 'Demo' }
const ofOffer = { serviceProvider: 'DEMO', destinationAmount: 1, sourceAmount: 100, totalFee: 2 }
const ofPurchase = { id: '1', metadata: { hash: '0x1', minedAt: '2026-05-01T12:00:00Z', status: 'SUCCESS' } }
const lists = {
  tokens: [{ tokens: [ofToken, { ...ofToken, decimals: '18' }] }, async () => (await getSwapTokens({ networkId })).tokens],
  quotes: [
    { quotes: [{ fromAmount: '1', fromAccount: on('a'), toAmount: '2', toAccount: on('b') }, null] },
    async () => (await getQuotes(pair)).quotes,
  ],
  currencies: [
    { paymentCurrencies: [payment, { ...payment, id: 'usdollar' }], purchaseCurrencies: [] },
    async () => (await getOnrampOptions({ networkId })).paymentCurrencies,
  ],
  'what is sold': [
    { paymentCurrencies: [], purchaseCurrencies: [purchase, { ...purchase, symbol: 7 }] },
    async () => (await getOnrampOptions({ networkId })).purchaseCurrencies,
  ],
  coins: [
    [
      { currencyCode: 'ETH_BASE', chainId: '8453' },
      { currencyCode: 'BTC', chainId: null },
    ],
    () => getSoldCoins({ networkId }),
  ],
  sellers: [[ofSeller, { ...ofSeller, serviceProvider: 'demo-bank' }], () => getSellers({ networkId })],
  offers: [[ofOffer, { ...ofOffer, totalFee: -1 }], () => getOffers(offer)],
  'offers with an impossible number of decimals': [[ofOffer, { ...ofOffer, totalFee: 4e-323 }], () => getOffers(offer)],
  purchases: [{ data: [ofPurchase, { id: 2 }] }, async () => (await getPurchases({ networkId, address: offer.address })).data],
} as const satisfies Record<string, readonly [unknown, () => Promise<readonly unknown[]>]>

test.each([
  ['tokens', () => getSwapTokens({ networkId })],
  ['sellers', () => getSellers({ networkId })],
  ['what is sold', () => getSoldCoins({ networkId })],
  ['the page of a seller', writes.onrampurl],
  ['the page of another', writes.widget],
])('error: if not even the networks can be requested %s fail, instead of saying that nothing is traded', async (_, ask) => {
  clearApiCache()
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
  await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/^API_/) })
})

test.each(Object.entries(lists))('one unreadable row of the %s is left out, and the other stays', async (_, [answer, ask]) => {
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json(new URL(url).pathname.endsWith('/supported-chains') ? { http: [networkId], ws: [] } : answer),
  )
  expect(await ask()).toHaveLength(1)
})

describe('getSwapTokens', () => {
  const POLYGON = 'eip155:137'
  const [coin, contract] = ([`0x${'e'.repeat(40)}`, `0x${'1010'.padStart(40, '0')}`] as const).map((each) => `${POLYGON}:${each}`)

  test.each([
    ['is left out beside the coin: as a token its Max leaves nothing for the fee', [coin, contract], [coin]],
    ['stays where it is all that there is of the coin', [contract], [contract]],
  ])('a contract that moves the coin %s', async (_, listed, kept) => {
    const tokens = listed.map((address) => ({ ...ofToken, address }))
    vi.stubGlobal('fetch', async (url: string | URL) =>
      Response.json(new URL(url).pathname.endsWith('/supported-chains') ? { http: [POLYGON], ws: [] } : { tokens }),
    )
    clearApiCache()
    expect((await getSwapTokens({ networkId: POLYGON })).tokens.map(({ address }) => address)).toEqual(kept)
  })
})

describe('getPurchases', () => {
  test('only what the seller delivered is asked for, not the account’s other transactions', async () => {
    const [request] = await requested(() => getPurchases({ networkId, address: offer.address }))
    expect(new URL(request?.url ?? '').searchParams.get('onramp')).toBe('coinbase')
  })

  test('a pending purchase is returned without a hash, with the seller’s name of the network, even without an amount', async () => {
    const metadata = { ...ofPurchase.metadata, hash: null, chain: 'base' }
    const rows = [undefined, [{ quantity: null }], 'none'].map((transfers) => ({ id: '1', metadata, transfers }))
    vi.stubGlobal('fetch', async (url: string | URL) =>
      Response.json(new URL(url).pathname.endsWith('/supported-chains') ? { http: [networkId], ws: [] } : { data: rows }),
    )
    const { data } = await getPurchases({ networkId, address: offer.address })
    expect(data.map(({ metadata }) => metadata.status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
  })
})

describe('getOnrampOptions', () => {
  test('a network is kept as the service describes it: quotes are requested in the same words', async () => {
    const network = { name: 'base-mainnet', display_name: 'Base', chain_id: '8453', contract_address: `0x${'a'.repeat(40)}` }
    const options = {
      paymentCurrencies: [{ id: 'USD', payment_method_limits: [] }],
      purchaseCurrencies: [{ ...purchase, networks: [network, { name: 'x', chain_id: '1', display_name: 7 }] }],
    }
    vi.stubGlobal('fetch', async (url: string | URL) =>
      Response.json(new URL(url).pathname.endsWith('/supported-chains') ? { http: [networkId], ws: [] } : options),
    )
    const { purchaseCurrencies } = await getOnrampOptions({ networkId })
    expect(purchaseCurrencies[0]?.networks).toEqual([network, { name: 'x', chain_id: '1' }])
  })
})
