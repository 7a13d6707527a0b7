import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import { sendBatch } from '../adapters/eip155-batch'
import type { Transfers } from '../adapters/transfers'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { pendingKey } from '../lib/pending-transaction'
import { forget, read } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { pending } from '../state/pending'
import { emptySend, send } from '../state/send'
import { reset, resetStores } from '../state/store'
// The reads after a transfer may outlive the test: their chunks are loaded before.
import './account'
import './network'
import './tokens'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { confirmSend, reviewSend } from './send'
import { readHeld } from './send-form'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`
let asked: string[] = []
/** What the multisig wallet says about the batch it got. */
let status: object = { status: 100 }
let refusal: object | undefined
const wallet = {
  request: async ({ method }: { method: string }) => {
    if (method === 'eth_chainId') return '0x7a69'
    if (method === 'wallet_getCallsStatus') return status
    asked.push(method)
    if (refusal) throw refusal
    return { id: 'batch' }
  },
}
const ofOwners: Transfers = {
  readAddress: (address) => ({ address }),
  held: async () => ({ units: 10n ** 21n, decimals: 18 }),
  inspect: async () => [],
  estimate: () => Promise.reject(new Error('Its wallet alone knows')),
  prepare: () => Promise.reject(new Error('A contract signs nothing')),
  submit: () => Promise.reject(new Error('A contract signs nothing')),
  smart: {
    // As a wallet says of a contract that is still to be made.
    isSmart: async (...[, , , , ofAccount]) => ofAccount?.() === wallet,
    prepare: async () => ({ request: {}, changes: [] }),
    submit: (provider, request, taken) => sendBatch(provider, request, 'SEND_FAILED', taken),
  },
}

let eip155: NamespaceEntry | undefined
beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, transfers: async () => ({ transfers: ofOwners }) } as NamespaceEntry
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
  const filled = {
    amount: '1.5',
    receiver: TO,
    receiverStatus: 'found',
    found: { address: TO, name: undefined },
    warnings: [],
  } as const
  const held = { tokenId: 'native', units: `${10n ** 21n}`, decimals: 18 }
  reset(send, { ...emptySend(chains.active.caipAddress), ...filled, held, coin: held.units, isSmart: true })
  asked = []
  refusal = undefined
})
afterEach(() => {
  if (eip155) adapters.eip155 = eip155
  vi.useRealTimers()
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

test('a transfer that a contract’s owners do not sign in time is shown as not confirmed yet, without the button that would ask them twice', async () => {
  await reviewSend()
  expect(send.status).toBe('reviewing')
  vi.useFakeTimers()
  const ended = expect(confirmSend.run()).rejects.toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(600_000)
  await ended
  expect(send).toMatchObject({ status: 'editing', review: undefined, code: 'TRANSACTION_UNCONFIRMED', amount: '1.5' })
  expect(asked).toEqual(['wallet_sendCalls'])
  // After a reload it is still polled.
  expect(read(pendingKey)).toMatchObject([{ hash: expect.stringMatching(/^batch_/), amount: '1.5', to: TO }])
  // Later they have signed.
  status = { status: 200, receipts: [{ transactionHash: HASH }] }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pending.list).toMatchObject([{ hash: HASH, amount: '1.5', to: TO }])
})

test.each([true, false])(
  'for a token with a transfer fee the review shows the received amount (smart account: %s)',
  async (isSmart) => {
    const arrives = 147n * 10n ** 16n
    const told = { request: {}, changes: [], arrives }
    const [one, other] = [vi.spyOn(Object(ofOwners.smart), 'prepare'), vi.spyOn(ofOwners, 'prepare')]
    one.mockResolvedValue(told)
    other.mockResolvedValue({ ...told, fee: 1n, maxFee: 1n, deposit: 0n })
    Object.assign(send, { isSmart, cost: { fee: '1', maxFee: '1', deposit: '0', least: '0' } })
    await reviewSend()
    expect(send.review).toMatchObject({ amount: '1.5', arrives: '1.47' })
    one.mockRestore()
    other.mockRestore()
  },
)

test('the review of a contract whose wallet takes no batches names no fee, as its form does not: whoever executes it pays', async () => {
  const [batch, single] = [vi.spyOn(Object(ofOwners.smart), 'prepare'), vi.spyOn(ofOwners, 'prepare')]
  batch.mockResolvedValue(undefined)
  single.mockResolvedValue({ request: {}, changes: [], fee: 10n ** 15n, maxFee: 10n ** 15n, deposit: 0n })
  await reviewSend()
  expect([send.status, send.review?.amount, send.review?.fee]).toEqual(['reviewing', '1.5', undefined])
  batch.mockRestore()
  single.mockRestore()
})

test('that an account is a contract its wallet may know before the chain does: the form asks it once, as a phone may announce each request', async () => {
  Object.assign(send, { isSmart: false, held: undefined })
  const isSmart = vi.spyOn(ofOwners.smart as NonNullable<Transfers['smart']>, 'isSmart')
  readHeld()
  await vi.waitFor(() => expect(send.isSmart).toBe(true))
  send.coin = undefined
  readHeld()
  await vi.waitFor(() => expect(send.coin).toBe(`${10n ** 21n}`))
  expect(send.isSmart).toBe(true)
  expect(isSmart.mock.calls.map(([, , , , given]) => given !== undefined)).toEqual([true, false])
  isSmart.mockRestore()
})

test.each([5750, 5760])(
  'error: a transfer that its wallet does not take as a batch (%i) is told in words that every language has',
  async (code) => {
    refusal = { code, message: 'No' }
    await reviewSend()
    expect(await confirmSend.run().catch((error) => error.code)).toBe('SEND_FAILED')
    expect([send.status, send.code, asked]).toEqual(['reviewing', 'SEND_FAILED', ['wallet_sendCalls']])
  },
)
