import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { type CaipAddress, COIN } from '../lib/caip'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { swap } from '../state/swap'
// The reads after an account change may outlive the test: their chunks are loaded before.
import './account'
import './network'
import './tokens'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { openModal } from './modal'
import { loadSwapTokens, readPair, startSwap, swapCircumstances, turnSwap, typeSwapAmount } from './swap-form'
import { swapProblem } from './swap-problem'
import { QUOTE_REFRESH_MS } from './swap-quotes'
import { pickSwapToken } from './swap-tokens'

const [A, B] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const coinOn = (chain: number) => `eip155:${chain}:${COIN}` as CaipAddress
const dollarOn = (chain: number) => `eip155:${chain}:0x${'a'.repeat(40)}` as CaipAddress

/** A token whose decimals on chain differ from the list’s. */
const ODD = `0x${'b'.repeat(40)}`

/** Whether no node answers for balances. */
let silent = false
const transfers = {
  async held(_: unknown, address: string, token?: string) {
    if (silent) throw new Error('no node')
    return { units: (address === A && (await late)) || 10n ** 21n, decimals: token === ODD ? 6 : 18 }
  },
  smart: { isSmart: async () => isContract },
} as unknown as Partial<Transfers>
/** The first account’s balance, if it arrives late. */
let late: Promise<bigint> | undefined
/** Wei. */
let gasPrice = '0'
/** Whether the account is a contract. */
let isContract = false

/** Members of a quote that differ from the request. */
let quoted = {}
/** More tokens of the list. */
let others: object[] = []
/** The requested paths; a price rises with each request. */
let asked: string[] = []
const answers: Record<string, (url: URL) => object> = {
  '/v1/supported-chains': () => ({ http: ['eip155:1', 'eip155:56'], ws: [] }),
  '/v1/convert/tokens': ({ searchParams }) => {
    const chain = Number(searchParams.get('chainId')?.slice(7))
    const asset = (address: string, symbol: string) => ({ address, symbol, name: symbol, decimals: 18 })
    return { tokens: [asset(coinOn(chain), 'COIN'), asset(dollarOn(chain), 'DUSD'), ...others] }
  },
  '/v1/convert/quotes': ({ searchParams }) => {
    const [fromAccount, toAccount, fromAmount] = ['from', 'to', 'amount'].map((name) => searchParams.get(name))
    return { quotes: [{ fromAccount, toAccount, fromAmount, toAmount: '5', ...quoted }] }
  },
  '/v1/convert/gas-price': () => ({ standard: gasPrice, fast: gasPrice, instant: gasPrice }),
  '/v1/fungible/price': () => ({ fungibles: [{ price: asked.length }] }),
}

let eip155: NamespaceEntry | undefined
let mock: MockWallet
let stop = () => {}
beforeEach(async () => {
  resetStores()
  Object.assign(config, { mode: 'production', networks: ['eip155:1', 'eip155:56'] })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (target: string | URL) => {
    const url = new URL(target)
    asked.push(url.pathname)
    const answer = answers[url.pathname]
    return answer ? Response.json(answer(url)) : Response.json({}, { status: 404 })
  })
  configureApi({ projectId: 'key' })
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, transfers: async () => ({ transfers }) } as NamespaceEntry
  mock = mockWallet({}, { connections: [mockConnection('eip155:1', A)] })
  addConnector(mock.connector)
  await connect({ wallet: 'mock' })
  asked = []
  silent = isContract = false
  quoted = {}
  others = []
  late = undefined
})
afterEach(() => {
  stop()
  if (eip155) adapters.eip155 = eip155
  abandonConnections()
  forgetConnectors()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = async () => {
  stop = startSwap()
  await vi.waitFor(() => expect(swap.tokensStatus).toBe('ready'))
}
const move = async (networkId: `eip155:${number}`, address: string, status = 'ready') => {
  mock.emit({ type: 'change', connections: [mockConnection(networkId, address)] })
  await vi.waitFor(() => expect([swap.owner, swap.tokensStatus]).toEqual([`${networkId}:${address}`, status]))
}

test.each([
  ['the coin', coinOn(1), '250'],
  // It would be another worth.
  ['a token', dollarOn(1), ''],
])('on another network an amount of %s is one of its coin, or nothing', async (_, from, amount) => {
  await open()
  pickSwapToken('from', from)
  typeSwapAmount('250')
  await move('eip155:56', A)
  expect(swap).toMatchObject({ from: coinOn(56), to: undefined, amount })
})

test.each([
  ['dusd', dollarOn(1), '250'],
  [dollarOn(1).slice(9), dollarOn(1), '250'],
  // The token is not traded here: another one is selected instead.
  ['NOPE', coinOn(1), ''],
  [undefined, coinOn(1), '250'],
])('an amount that the host sets for %s applies to that token only', async (fromToken, from, amount) => {
  openModal(1, 'Swap', { swap: { fromToken, amount: '250' } })
  await open()
  expect(swap).toMatchObject({ from, amount })
})

test('a coin that the host wants bought is not sold instead: the visitor chooses what to pay with', async () => {
  openModal(1, 'Swap', { swap: { toToken: 'coin', amount: '250' } })
  await open()
  expect(swap).toMatchObject({ from: undefined, to: coinOn(1), amount: '' })
  // As when the visitor comes back from the token list.
  stop()
  stop = startSwap()
  await loadSwapTokens()
  expect([swap.from, swap.to]).toEqual([undefined, coinOn(1)])
  pickSwapToken('from', dollarOn(1))
  openModal(1, 'Swap', { swap: { toToken: 'dusd' } })
  await vi.waitFor(() => expect([swap.from, swap.to]).toEqual([coinOn(1), dollarOn(1)]))
})

test('a wish that is repeated, as by a page that renders once more, keeps its quote', async () => {
  openModal(1, 'Swap', { swap: { fromToken: 'coin', toToken: 'dusd', amount: '1.5' } })
  await open()
  await vi.waitFor(() => expect(swap.quote?.out).toBe('5'))
  const { tokens } = swap
  openModal(1, 'Swap', { swap: { fromToken: coinOn(1), toToken: 'dusd', amount: '1.5' } })
  await vi.waitFor(() => expect(swap.tokens).not.toBe(tokens))
  expect(swap.quote?.out).toBe('5')
})

test.each([
  ['another amount', { fromAmount: '1' }],
  ['another source token', { fromAccount: dollarOn(1) }],
  ['another target token', { toAccount: dollarOn(56) }],
  ['nothing', { toAmount: '0' }],
])('error: a quote for %s is ignored', async (_, other) => {
  await open()
  pickSwapToken('to', dollarOn(1))
  quoted = other
  typeSwapAmount('1.5')
  await vi.waitFor(() => expect(swap.quoteStatus).toBe('none'))
  expect(swap.quote).toBeUndefined()
})

test('error: a token of another network is not offered', async () => {
  others = [{ address: dollarOn(56), symbol: 'FAR', name: 'Far', decimals: 18 }]
  await open()
  expect(swap.tokens.map(({ symbol }) => symbol)).toEqual(['COIN', 'DUSD'])
})

test('error: another account’s late balance is not taken for this one’s', async () => {
  let tell = (_: bigint) => {}
  late = new Promise((resolve) => {
    tell = resolve
  })
  await open()
  await move('eip155:1', B)
  await vi.waitFor(() => expect(swap.held[coinOn(1)]).toBe(String(10n ** 21n)))
  tell(7n)
  await new Promise((resolve) => setTimeout(resolve))
  expect(swap.held[coinOn(1)]).toBe(String(10n ** 21n))
})

test('turning the swap around makes the output the input', async () => {
  await open()
  pickSwapToken('to', dollarOn(1))
  typeSwapAmount('1.5')
  await vi.waitFor(() => expect(swap.quote?.out).toBe('5'))
  turnSwap()
  expect(swap).toMatchObject({ from: dollarOn(1), to: coinOn(1), amount: '0.000000000000000005', quote: undefined })
})

test('an amount of coins stays when the wallet switches networks, and so does the form', async () => {
  await open()
  typeSwapAmount('1.5')
  await move('eip155:56', A)
  expect(swap).toMatchObject({ from: coinOn(56), amount: '1.5' })
})

test('a contract account, whose fee is paid by others, needs no coins to swap a token', async () => {
  isContract = true
  await open()
  await vi.waitFor(() => expect(swapCircumstances(swap).isSmartAccount).toBe(true))
})

test('error: a balance that no node returned is read again with the next quote, and so is a token’s price', async () => {
  vi.useFakeTimers()
  silent = true
  await open()
  pickSwapToken('to', dollarOn(1))
  typeSwapAmount('1.5')
  await vi.waitFor(() => expect([swap.quote?.out, Object.keys(swap.prices)]).toEqual(['5', [coinOn(1), dollarOn(1)]]))
  const [before] = Object.values(swap.prices)
  expect(swap.held).toEqual({})
  silent = false
  await vi.advanceTimersByTimeAsync(QUOTE_REFRESH_MS)
  await vi.waitFor(() => expect(swap.held[coinOn(1)]).toBe(String(10n ** 21n)))
  await vi.waitFor(() => expect(Number(swap.prices[coinOn(1)])).toBeGreaterThan(Number(before)))
})

test('error: the maximum fee of a simulated swap falls with the gas price; a visitor who could not pay it waited in vain', async () => {
  vi.useFakeTimers()
  gasPrice = '50'
  await open()
  pickSwapToken('to', dollarOn(1))
  typeSwapAmount('1.5')
  await vi.waitFor(() => expect([swap.quote?.out, swap.gasPrice]).toEqual(['5', '50']))
  swap.maxFee = '900'
  gasPrice = '20'
  await vi.advanceTimersByTimeAsync(QUOTE_REFRESH_MS)
  await vi.waitFor(() => expect(swap.gasPrice).toBe('20'))
  expect(swapCircumstances(swap).fee).toBe(360n)
})

test('error: on a network that the site does not use nothing can be swapped, even if tokens of the network before arrive late; their list loaded for ever', async () => {
  await open()
  const late = loadSwapTokens()
  await move('eip155:137', A, 'unsupported')
  await late
  expect([swap.tokensStatus, swap.tokens.length]).toEqual(['unsupported', 0])
  await move('eip155:56', A)
  expect(swap.from).toBe(coinOn(56))
})

test.each(['from', 'to'] as const)(
  'error: a token whose decimals on chain differ from the list’s (%s) has no quote; "One moment" stayed for good',
  async (side) => {
    others = [{ address: `eip155:1:${ODD}`, symbol: 'ODD', name: 'Odd', decimals: 18 }]
    await open()
    pickSwapToken(side === 'from' ? 'to' : 'from', dollarOn(1))
    pickSwapToken(side, `eip155:1:${ODD}`)
    typeSwapAmount('1')
    const problem = () => swapProblem(swap, swapCircumstances(swap))
    await vi.waitFor(() => expect([problem(), swap.quote]).toEqual(['no-quote', undefined]), { timeout: 10_000 })
    typeSwapAmount('12')
    await vi.waitFor(() => expect([problem(), swap.quote]).toEqual(['no-quote', undefined]), { timeout: 10_000 })
    // Another pair has a quote.
    pickSwapToken(side, coinOn(1))
    await vi.waitFor(() => expect(problem()).toBeUndefined(), { timeout: 10_000 })
  },
)

test('error: nor is a quote kept that came before the chain’s decimals', async () => {
  others = [{ address: `eip155:1:${ODD}`, symbol: 'ODD', name: 'Odd', decimals: 18 }]
  let tell = (_: bigint) => {}
  await open()
  late = new Promise((done) => {
    tell = done
  })
  pickSwapToken('to', `eip155:1:${ODD}`)
  typeSwapAmount('1')
  await vi.waitFor(() => expect(swap.quote).toMatchObject({ out: '5' }))
  tell(10n ** 21n)
  await vi.waitFor(() => expect([swapProblem(swap, swapCircumstances(swap)), swap.quote]).toEqual(['no-quote', undefined]))
})

test('error: if no node returns the balance the form says so, until one does; "One moment" stayed until then', async () => {
  silent = true
  await open()
  pickSwapToken('to', dollarOn(1))
  typeSwapAmount('1')
  const problem = () => swapProblem(swap, swapCircumstances(swap))
  await vi.waitFor(() => expect(problem()).toBe('balance-unknown'), { timeout: 10_000 })
  silent = false
  readPair(0)
  await vi.waitFor(() => expect(problem()).toBeUndefined(), { timeout: 10_000 })
})
