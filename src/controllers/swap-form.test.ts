import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import type { NamespaceEntry } from '../adapters/types'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { type CaipAddress, COIN } from '../lib/caip'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { swap } from '../state/swap'
// What is read anew when an account changes may outlive the test: its parts are there before.
import './account'
import './network'
import './tokens'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { openModal } from './modal'
import { loadSwapTokens, QUOTE_REFRESH_MS, readPair, startSwap, swapCircumstances, turnSwap, typeSwapAmount } from './swap-form'
import { swapProblem } from './swap-problem'
import { pickSwapToken } from './swap-tokens'

const [A, B] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const coinOn = (chain: number) => `eip155:${chain}:${COIN}` as CaipAddress
const dollarOn = (chain: number) => `eip155:${chain}:0x${'a'.repeat(40)}` as CaipAddress

/** A token to which the chain gives other decimals than the list. */
const ODD = `0x${'b'.repeat(40)}`

/** What is held of each, unless no node answers. */
let silent = false
const transfers = {
  async held(_: unknown, address: string, token?: string) {
    if (silent) throw new Error('no node')
    return { units: (address === A && (await late)) || 10n ** 21n, decimals: token === ODD ? 6 : 18 }
  },
  smart: { isSmart: async () => isContract },
} as unknown as Partial<Transfers>
/** What the first account has, where it is told late. */
let late: Promise<bigint> | undefined
/** In wei. */
let gasPrice = '0'
/** The account is a contract. */
let isContract = false

/** What of a quote is another one than was asked for. */
let quoted = {}
/** What the list has besides. */
let others: object[] = []
/** What the service was asked, by path; a price rises with each time. */
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

test('another account keeps the sum of coins that was typed', async () => {
  await open()
  typeSwapAmount('1.5')
  await move('eip155:1', B)
  expect(swap).toMatchObject({ from: coinOn(1), amount: '1.5' })
})

test('error: a sum of a token does not become one of coins with another account', async () => {
  await open()
  pickSwapToken('from', dollarOn(1))
  typeSwapAmount('250')
  await move('eip155:1', B)
  expect(swap).toMatchObject({ from: coinOn(1), amount: '' })
})

test.each([
  ['dusd', dollarOn(1), '250'],
  // Nobody trades it here: what stands there instead is something else.
  ['NOPE', coinOn(1), ''],
  [undefined, coinOn(1), '250'],
])('a sum that the host names of %s is one of that alone', async (fromToken, from, amount) => {
  openModal(1, 'Swap', { swap: { fromToken, amount: '250' } })
  await open()
  expect(swap).toMatchObject({ from, amount })
})

test('the coin that the host wants bought is not sold in its place: what is given for it is chosen', async () => {
  openModal(1, 'Swap', { swap: { toToken: 'coin', amount: '250' } })
  await open()
  expect(swap).toMatchObject({ from: undefined, to: coinOn(1), amount: '' })
  // As where the visitor comes back from the list of tokens.
  stop()
  stop = startSwap()
  await loadSwapTokens()
  expect([swap.from, swap.to]).toEqual([undefined, coinOn(1)])
  pickSwapToken('from', dollarOn(1))
  openModal(1, 'Swap', { swap: { toToken: 'dusd' } })
  await vi.waitFor(() => expect([swap.from, swap.to]).toEqual([coinOn(1), dollarOn(1)]))
})

test.each([
  ['another amount', { fromAmount: '1' }],
  ['another token to give', { fromAccount: dollarOn(1) }],
  ['another token to get', { toAccount: dollarOn(56) }],
  ['nothing', { toAmount: '0' }],
])('error: a price of %s is none of what was asked for', async (_, other) => {
  await open()
  pickSwapToken('to', dollarOn(1))
  quoted = other
  typeSwapAmount('1.5')
  await vi.waitFor(() => expect(swap.quoteStatus).toBe('none'))
  expect(swap.quote).toBeUndefined()
})

test('error: a token of another network is none that can be swapped on this one', async () => {
  others = [{ address: dollarOn(56), symbol: 'FAR', name: 'Far', decimals: 18 }]
  await open()
  expect(swap.tokens.map(({ symbol }) => symbol)).toEqual(['COIN', 'DUSD'])
})

test('error: what another account has, told late, is not what this one has', async () => {
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

test('turned around, what came is what is given', async () => {
  await open()
  pickSwapToken('to', dollarOn(1))
  typeSwapAmount('1.5')
  await vi.waitFor(() => expect(swap.quote?.out).toBe('5'))
  turnSwap()
  expect(swap).toMatchObject({ from: dollarOn(1), to: coinOn(1), amount: '0.000000000000000005', quote: undefined })
})

test('a sum of coins stays typed when the wallet goes to another network, and the form with it', async () => {
  await open()
  typeSwapAmount('1.5')
  await move('eip155:56', A)
  expect(swap).toMatchObject({ from: coinOn(56), amount: '1.5' })
})

test('an account that is a contract, whose fee others pay, needs no coins of its own to swap a token', async () => {
  isContract = true
  await open()
  await vi.waitFor(() => expect(swapCircumstances(swap).isSmartAccount).toBe(true))
})

test('error: a balance that no node told is asked for again with the next price, and so is what a token costs', async () => {
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

test('error: what the swap may cost at most, once it was tried out, falls with the price of gas; who could not pay then waited for nothing', async () => {
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

test('error: on a network that the site does not use nothing is swapped, also where the tokens of the one before come late; the list of tokens loaded for ever', async () => {
  await open()
  const late = loadSwapTokens()
  await move('eip155:137', A, 'unsupported')
  await late
  expect([swap.tokensStatus, swap.tokens.length]).toEqual(['unsupported', 0])
  await move('eip155:56', A)
  expect(swap.from).toBe(coinOn(56))
})

test.each(['from', 'to'] as const)(
  'error: a token to which the chain gives other decimals than the list (%s) has no price; "One moment" stood there for good',
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
    // Another pair has one.
    pickSwapToken(side, coinOn(1))
    await vi.waitFor(() => expect(problem()).toBeUndefined(), { timeout: 10_000 })
  },
)

test('error: nor has it one that came before the chain said so', async () => {
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

test('error: where no node says how much there is that is told, until one does; "One moment" stood there for as long', async () => {
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
