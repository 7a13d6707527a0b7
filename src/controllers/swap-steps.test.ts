import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters } from '../adapters'
import type { NamespaceEntry } from '../adapters/types'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { type CaipAddress, COIN } from '../lib/caip'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { reset, resetStores } from '../state/store'
import { emptySwap, swap } from '../state/swap'
// What is read anew after a transfer may outlive the test: its parts are there before.
import './account'
import './network'
import './tokens'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { settlePending } from './pending'
import { confirmSwap, reviewSwap } from './swap'

const NETWORK = 'eip155:56'
const on = (address: string): CaipAddress => `${NETWORK}:${address}`
const [coin, dollar] = [on(COIN), on(`0x${'a'.repeat(40)}`)]
const ROUTER = `0x${'c'.repeat(40)}`
const [APPROVED, SWAPPED] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]
const UNITS = 15n * 10n ** 17n

const call = (data: string) => ({ from: ROUTER, to: ROUTER, value: 0n, data })
/** What the nodes say, one after the other, that the exchange may take. */
let allowances: bigint[] = []
/** How the wallet was asked. */
let asked: string[] = []
const swapper = {
  allowanceOf: async () => (allowances.length > 1 ? allowances.shift() : allowances[0]),
  checkSwap: async (_: unknown, { least }: { least: bigint }, { allowed }: { allowed: bigint }) => ({
    ...{ router: ROUTER, least, changes: undefined },
    calls: [...(allowed < UNITS ? [call('0xa0')] : []), call('0xb0')],
  }),
  prepare: async (_: unknown, { data }: { data: string }) => ({ request: { data }, fee: 1n, maxFee: 1n }),
  capableOfBatch: async () => true,
  batchOf: (_: unknown, calls: readonly unknown[]) => ({ calls }),
  sendBatch: async () => asked.push('wallet_sendCalls') && SWAPPED,
  submitCall: async () => asked.push('eth_sendTransaction') && APPROVED,
}

let eip155: NamespaceEntry | undefined
let mock: MockWallet
beforeEach(async () => {
  resetStores()
  Object.assign(config, { mode: 'production', networks: [NETWORK], projectId: 'key' })
  configureApi({ projectId: 'key' })
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, swap: async () => swapper } as unknown as NamespaceEntry
  const quote = { fromAccount: dollar, toAccount: coin, fromAmount: `${UNITS}`, toAmount: '1000' }
  const tx = { from: dollar, to: on(ROUTER), data: '0x00', amount: '1000', value: '0' }
  vi.stubGlobal('fetch', async (url: string | URL) =>
    new URL(url).pathname.endsWith('/supported-chains')
      ? Response.json({ http: [NETWORK], ws: [] })
      : Response.json({ allowance: '0', tx, quotes: [quote] }),
  )
  const wallet = { request: async () => '0x38' }
  mock = mockWallet({}, { connections: [mockConnection(NETWORK, undefined, wallet)] })
  addConnector(mock.connector)
  await connect({ wallet: 'mock' })
  const assets = [coin, dollar].map((address) => ({ address, name: '', symbol: '', decimals: 18, iconUrl: undefined }))
  const held = { [coin]: `${10n ** 20n}`, [dollar]: `${10n ** 20n}` }
  const form = { from: dollar, to: coin, amount: '1.5', quote: { amount: `${UNITS}`, out: '1000', at: Date.now() } }
  reset(swap, { ...emptySwap(chains.active.caipAddress), tokens: ref(assets), held, ...form })
  asked = []
})
afterEach(() => {
  if (eip155) adapters.eip155 = eip155
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearApiCache()
  configureApi({ projectId: undefined })
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

test('after an approval a node that is behind is asked again; nobody pays for the same approval twice', async () => {
  swap.sequential = true
  allowances = [0n]
  await reviewSwap()
  expect(swap.review?.step).toBe('approve')
  allowances = [0n, 0n, UNITS]
  vi.useFakeTimers()
  const confirming = confirmSwap()
  await vi.waitFor(() => expect(swap.status).toBe('approving'))
  settlePending(APPROVED, 'confirmed')
  await vi.waitFor(() => expect(swap.status).toBe('reviewing'), { timeout: 5_000 })
  expect([await confirming, swap.review?.step]).toEqual([true, 'swap'])
})

test.each([
  ['an account that is a contract', true, 'wallet_sendCalls'],
  ['any other', false, 'eth_sendTransaction'],
])('a swap that needs no approval: the wallet of %s, which takes batches, is asked by %s: %s', async (_, isSmart, method) => {
  allowances = [UNITS]
  swap.isSmart = isSmart
  await reviewSwap()
  expect(swap.review).toMatchObject({ step: 'swap', fee: '0.000000000000000001' })
  expect(await confirmSwap()).toBe(true)
  expect(asked).toEqual([method])
})

test('error: an account that has changed while the wallet was asked, and a refusal: the review is that of nobody here', async () => {
  allowances = [UNITS]
  const { submitCall } = swapper
  swapper.submitCall = async () => {
    mock.emit({ type: 'change', connections: [mockConnection(NETWORK, `0x${'2'.repeat(40)}`)] })
    throw Object.assign(new Error('No'), { code: 4001 })
  }
  await reviewSwap()
  await expect(confirmSwap.run()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect([swap.status, swap.review]).toEqual(['editing', undefined])
  swapper.submitCall = submitCall
})
