import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { notice } from '../state/notice'
import { emptySend, send } from '../state/send'
import { reset, resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onError } from './report'
import { cancelReview, confirmSend, guardReview, reviewSend } from './send'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let signed = 0
/** What happens while the wallet says on which network it is. */
let meanwhile = () => {}
/** Its answer. */
let chainId = '0x7a69'
const wallet = {
  request: async () => {
    meanwhile()
    return chainId
  },
}
const transfers = {
  readAddress: (address) => ({ address }),
  held: async () => ({ units: 10n ** 21n, decimals: 18 }),
  prepare: async () => ({ request: {}, changes: [], fee: 1n, maxFee: 1n, deposit: 0n }),
  submit: async () => {
    signed++
    return `0x${'ab'.repeat(32)}`
  },
} as Partial<Transfers>

let eip155: NamespaceEntry | undefined
beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, transfers: async () => ({ transfers }) } as NamespaceEntry
  ;[meanwhile, chainId] = [() => {}, '0x7a69']
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
  const held = { tokenId: 'native', units: `${10n ** 21n}`, decimals: 18 }
  const receiver = { receiver: TO, receiverStatus: 'found', found: { address: TO, name: undefined }, warnings: [] } as const
  const cost = { fee: '1', maxFee: '1', deposit: '0', least: '0' }
  reset(send, { ...emptySend(chains.active.caipAddress), ...receiver, amount: '1.5', held, coin: held.units, cost })
  signed = 0
})
afterEach(() => {
  if (eip155) adapters.eip155 = eip155
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

test.each([
  ['Cancel', '0x7a69'],
  ['Back', '0x7a69'],
  // Another network than the transaction's: CHAIN_MISMATCH was told to who had left.
  ['Cancel', '0x1'],
  ['Back', '0x1'],
])(
  'error: a review that is left by %s between the press and the wallet’s prompt, with the wallet on %s, is not sent',
  async (by, own) => {
    chainId = own
    await reviewSend()
    const leave = guardReview()
    meanwhile = by === 'Cancel' ? cancelReview : leave
    const told = vi.fn()
    const stop = onError(told)
    expect(await confirmSend()).toBe(false)
    stop()
    expect([signed, send.status, send.review, send.amount]).toEqual([0, 'editing', undefined, '1.5'])
    // Nothing to tell: that is what the visitor wanted.
    expect([told.mock.calls, notice.snack]).toEqual([[], undefined])
    leave()
  },
)
