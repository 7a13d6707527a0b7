import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { CaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { reset, resetStores } from '../state/store'
import { emptySwap, swap } from '../state/swap'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onError } from './report'
import { confirmSwap, reviewSwap } from './swap'
import { swapUnits } from './swap-assets'
import { pickSwapMax, swapCircumstances } from './swap-form'
import { swapProblem } from './swap-problem'
import { QUOTE_LIFE_MS } from './swap-quotes'
import { call, coin, dollar, NETWORK, on, ROUTER } from './test-swap'

/** The maximum fee of the swap. */
const maxFee = 2n * 10n ** 18n
/** The output of a swap that is built. */
let comes = '1000'
const swapper = {
  checkSwap: async (_: unknown, { least }: { least: bigint }) => ({
    calls: [call('0x')],
    router: ROUTER,
    least,
    changes: undefined,
  }),
  prepare: async () => ({ request: {}, fee: 1n, maxFee }),
}

let eip155: NamespaceEntry | undefined
beforeEach(async () => {
  resetStores()
  Object.assign(config, { mode: 'production', networks: [NETWORK], projectId: 'key' })
  configureApi({ projectId: 'key' })
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, swap: async () => swapper } as unknown as NamespaceEntry
  vi.stubGlobal('fetch', async (url: string | URL) =>
    new URL(url).pathname.endsWith('/supported-chains')
      ? Response.json({ http: [NETWORK], ws: [] })
      : Response.json({
          standard: '7',
          fast: '7',
          instant: '7',
          allowance: '0',
          tx: { from: coin, to: on(ROUTER), data: '0x00', amount: comes },
        }),
  )
  addConnector(mockWallet({}, { connections: [mockConnection(NETWORK)] }).connector)
  await connect({ wallet: 'mock' })
  const assets = [coin, dollar].map((address) => ({ address, name: '', symbol: '', decimals: 18, iconUrl: undefined }))
  const held = { [coin]: `1${'0'.repeat(20)}`, [dollar]: `1${'0'.repeat(20)}` }
  comes = '1000'
  reset(swap, { ...emptySwap(chains.active.caipAddress), tokens: ref(assets), from: coin, to: dollar, held })
})
afterEach(() => {
  if (eip155) adapters.eip155 = eip155
  vi.unstubAllGlobals()
  clearApiCache()
  configureApi({ projectId: undefined })
  abandonConnections()
  forgetConnectors()
})

const type = (amount: string) => {
  swap.amount = amount
  swap.quote = { amount: `${swapUnits()}`, out: '1000', at: Date.now() }
}
const problem = () => swapProblem(swap, swapCircumstances(swap))

test('error: coins that leave too little for the swap’s maximum fee: the form says so before any wallet is asked, and Max leaves enough', async () => {
  type('99')
  expect(problem()).toBeUndefined()
  await reviewSwap()
  expect([swap.status, swap.code, problem()]).toEqual(['editing', 'TRANSACTION_WOULD_FAIL', 'no-gas'])
  // Read at the same moment, so that one scales with the other.
  expect([swap.maxFee, swap.gasPrice]).toEqual([`${maxFee}`, '7'])
  pickSwapMax()
  expect([swap.amount, problem()]).toEqual(['97.5', 'loading'])
  type('97.5')
  await reviewSwap()
  expect([swap.status, swap.code]).toEqual(['reviewing', undefined])
})

test('error: a token is swapped without enough coins for the fee', async () => {
  Object.assign(swap, { from: dollar, to: coin, held: { ...swap.held, [coin]: '1000' } })
  Object.assign(swapper, { allowanceOf: async () => 10n ** 30n })
  type('5')
  expect(problem()).toBeUndefined()
  const heard: string[] = []
  const stop = onError(({ code }) => heard.push(code))
  await reviewSwap()
  stop()
  expect([swap.status, problem()]).toEqual(['editing', 'no-gas'])
  expect(heard).toEqual(['TRANSACTION_WOULD_FAIL'])
})

test('Max leaves twice the usual fee and a quarter more, until a swap was simulated', () => {
  swap.gasPrice = String(10n ** 12n)
  pickSwapMax()
  expect(swap.amount).toBe('99.625')
})

test('Max of a contract, whose fee others may pay, is all of its coins, as in Send; with little it was nothing, which cannot be swapped', () => {
  Object.assign(swap, { gasPrice: String(10n ** 12n), isSmart: true, held: { ...swap.held, [coin]: String(10n ** 17n) } })
  pickSwapMax()
  expect([swap.amount, problem()]).toEqual(['0.1', 'loading'])
})

test.each([
  ['the same', 18, 'reviewing', undefined],
  ['others', 6, 'editing', 'SWAP_UNVERIFIED'],
  // No node answers: the service is not to blame for that.
  ['nothing', undefined, 'editing', 'RPC_UNAVAILABLE'],
])('the output is shown with the list’s decimals if the chain has the same; it answers %s', async (_, decimals, status, code) => {
  const held = async () => {
    if (decimals === undefined) throw new WalletError('RPC_UNAVAILABLE')
    return { units: 0n, decimals }
  }
  const transfers = { held }
  adapters.eip155 = {
    ...eip155,
    swap: async () => swapper,
    transfers: async () => ({ transfers }),
  } as unknown as NamespaceEntry
  swap.held = { [coin]: `1${'0'.repeat(20)}` }
  type('5')
  await reviewSwap()
  expect([swap.status, swap.code]).toEqual([status, code])
})

test.each([
  ['gives exactly the least', '990', 0, ['reviewing', undefined]],
  ['gives less than that', '989', 0, ['editing', 'PRICE_CHANGED']],
  // The price is the same as far as anybody knows.
  ['was quoted too long ago, and no quote comes', '1000', QUOTE_LIFE_MS + 1, ['editing', 'API_UNAVAILABLE']],
])('promise 17, fault 66: a swap that %s', async (_, amount, age, end) => {
  comes = amount
  type('5')
  if (swap.quote) swap.quote = { ...swap.quote, at: Date.now() - age }
  await reviewSwap()
  expect([swap.status, swap.code]).toEqual(end)
  // The current output, less the slippage and the unit by which a service may round.
  if (swap.review) expect(swap.review).toMatchObject({ out: '0.00000000000000099', least: '0.000000000000000979' })
})

test('a quote that is too old for a review, as on a page that was hidden, is renewed for it; the price was said to have changed', async () => {
  type('5')
  if (swap.quote) swap.quote = { ...swap.quote, at: Date.now() - QUOTE_LIFE_MS - 1 }
  const others = globalThis.fetch
  const quote = { fromAmount: `${swapUnits()}`, fromAccount: coin, toAmount: '1000', toAccount: dollar }
  vi.stubGlobal('fetch', async (url: string | URL) =>
    new URL(url).pathname.endsWith('/quotes') ? Response.json({ quotes: [quote] }) : others(url),
  )
  await reviewSwap()
  expect([swap.status, swap.code, swap.review?.out]).toEqual(['reviewing', undefined, '0.000000000000001'])
})

test('error: a review too old to send that cannot be prepared again: no wallet was asked, and the visitor is not told to look there', async () => {
  type('5')
  await reviewSwap()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + QUOTE_LIFE_MS + 1 })
  const quote = { fromAmount: `${swapUnits()}`, fromAccount: coin, toAmount: '1000', toAccount: dollar }
  const seen = new Set<string>()
  vi.stubGlobal('fetch', async (url: string | URL) => {
    seen.add(swap.status)
    return new URL(url).pathname.endsWith('/quotes') ? Response.json({ quotes: [quote] }) : Response.json({}, { status: 500 })
  })
  await expect(confirmSwap.run()).rejects.toMatchObject({ code: 'API_UNAVAILABLE' })
  expect([seen.has('preparing'), seen.has('confirming')]).toEqual([true, false])
  expect([swap.status, swap.code]).toEqual(['reviewing', 'API_UNAVAILABLE'])
  vi.useRealTimers()
})

test('error: a swap that would fail is reported to the host at the review', async () => {
  const heard: string[] = []
  const stop = onError(({ code }) => heard.push(code))
  const { checkSwap } = swapper
  swapper.checkSwap = async () => {
    throw new WalletError('TRANSACTION_WOULD_FAIL')
  }
  type('5')
  await reviewSwap()
  stop()
  swapper.checkSwap = checkSwap
  expect([swap.status, swap.code, heard]).toEqual(['editing', 'TRANSACTION_WOULD_FAIL', ['TRANSACTION_WOULD_FAIL']])
})

test.each([
  ['USDC', 'DAI', undefined],
  // The bridged one, or a false one.
  ['USDC', 'usdc', `0x${'a'.repeat(40)}`],
  // One that has the coin's name.
  ['BNB', 'DAI', `0x${'a'.repeat(40)}`],
])('the token %s beside %s and the coin BNB is reviewed with its contract, as Send does: %s', async (symbol, other, contract) => {
  const symbols = { [coin]: 'BNB', [dollar]: symbol, [on(ROUTER)]: other }
  const all = Object.entries(symbols).map(([address, symbol]) => ({ address: address as CaipAddress, name: '', symbol }))
  swap.tokens = ref(all.map((each) => ({ ...each, decimals: 18, iconUrl: undefined })))
  type('5')
  await reviewSwap()
  expect(swap.review?.contracts).toEqual([undefined, contract])
})
