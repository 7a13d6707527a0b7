import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { type CaipAddress, COIN } from '../lib/caip'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { reset, resetStores } from '../state/store'
import { emptySwap, swap } from '../state/swap'
import { abandonConnections } from './connection'
import { forgetConnectors } from './discovery'

/** Where is swapped. */
export const NETWORK = 'eip155:56'
/** The CAIP-10 id of an address there. */
export const on = (address: string): CaipAddress => `${NETWORK}:${address}`
/** What is swapped: the coin and a token. */
export const [coin, dollar] = [on(COIN), on(`0x${'a'.repeat(40)}`)]
/** The exchange's contract. */
export const ROUTER = `0x${'c'.repeat(40)}` as const
/** Hashes of the approval and of the swap. */
export const [APPROVED, SWAPPED] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]
/** The swapped amount, 1.5, in base units. */
export const UNITS = 15n * 10n ** 17n
/** A call of the exchange that does `data`. */
export const call = (data: string) => ({ from: ROUTER, to: ROUTER, value: 0n, data })

/** Fills the form: 1.5 of the token for the coin, for which there is a quote of 1000. */
export function fillSwap(form: Partial<typeof swap> = {}): void {
  const assets = [coin, dollar].map((address) => ({ address, name: '', symbol: '', decimals: 18, iconUrl: undefined }))
  const held = { [coin]: `${10n ** 20n}`, [dollar]: `${10n ** 20n}` }
  const filled = { from: dollar, to: coin, amount: '1.5', quote: { amount: `${UNITS}`, out: '1000', at: Date.now() } }
  reset(swap, { ...emptySwap(chains.active.caipAddress), tokens: ref(assets), held, ...filled, ...form })
}

/** What the service answers on that: a price of `out`, and the call with which it swaps. */
export function swapAnswer(path: string, out = '1000'): Response {
  const tx = { from: dollar, to: on(ROUTER), data: '0x00', amount: out, value: '0' }
  const quote = { fromAccount: dollar, toAccount: coin, fromAmount: `${UNITS}`, toAmount: out }
  return Response.json(path === 'quotes' ? { quotes: [quote] } : { allowance: '0', tx })
}

/**
 * Lets each test of a file begin without a connection, on the one network, where `swapper` swaps; `answer` holds the service's
 * answers, by the end of the requested path.
 */
export function beginSwapping(swapper: object, answer: (path: string) => Response = (path) => swapAnswer(path)): void {
  let eip155: NamespaceEntry | undefined
  beforeEach(() => {
    resetStores()
    Object.assign(config, { mode: 'production', networks: [NETWORK], projectId: 'key' })
    configureApi({ projectId: 'key' })
    eip155 = adapters.eip155
    adapters.eip155 = { ...eip155, swap: async () => swapper } as unknown as NamespaceEntry
    vi.stubGlobal('fetch', async (url: string | URL) => {
      const path = new URL(url).pathname.split('/').at(-1) ?? ''
      return path === 'supported-chains' ? Response.json({ http: [NETWORK], ws: [] }) : answer(path)
    })
  })
  afterEach(() => {
    if (eip155) adapters.eip155 = eip155
    vi.unstubAllGlobals()
    clearApiCache()
    configureApi({ projectId: undefined })
    abandonConnections()
    forgetConnectors()
  })
}
