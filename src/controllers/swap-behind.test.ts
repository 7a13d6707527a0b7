import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE } from '../connectors/test-frame'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { type ErrorCode, WalletError } from '../lib/errors'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { chains } from '../state/chains'
import { swap } from '../state/swap'
// Under fake timers a chunk that loads late would be waited for in vain, and the reads after a transaction may outlive the test.
import '../api/convert'
import '../lib/rpc-errors'
import './account'
import './tokens'
import { connect } from './connection'
import { addConnector } from './discovery'
import { notePending, settlePending } from './pending'
import { cancelSwap, confirmSwap, reviewSwap } from './swap'
import { startSwap } from './swap-form'
import { QUOTE_LIFE_MS } from './swap-quotes'
import { APPROVED, beginSwapping, call, fillSwap, NETWORK, ROUTER, SWAPPED, UNITS } from './test-swap'

/** The allowances that the nodes tell, in order; the last one repeats. */
let allowances: bigint[] = []
/** How often a node that lacks the last block simulates the swap. */
let behind = 0
/** What that says. */
let fault: ErrorCode = 'TRANSACTION_WOULD_FAIL'
const swapper = {
  allowanceOf: async () => (allowances.length > 1 ? allowances.shift() : allowances[0]),
  async checkSwap(_: unknown, { least }: { least: bigint }, { allowed }: { allowed: bigint }) {
    if (behind-- > 0) throw new WalletError(fault)
    return { router: ROUTER, least, changes: undefined, calls: allowed < UNITS ? [call('0xa0'), call('0xb0')] : [call('0xb0')] }
  },
  prepare: async (_: unknown, { to, data }: { to: string; data: string }) => ({
    ...{ request: { to, value: '0x0', data }, fee: 1n, maxFee: 1n },
  }),
  capableOfBatch: async () => false,
  submitCall: async (_: unknown, { data }: { data: string }) => (data === '0xa0' ? APPROVED : SWAPPED),
}

beginSwapping(swapper)
beforeEach(async () => {
  const wallet = { request: async () => '0x38' }
  addConnector(mockWallet({}, { connections: [mockConnection(NETWORK, undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
  fillSwap()
  behind = 0
  fault = 'TRANSACTION_WOULD_FAIL'
  allowances = [UNITS]
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  forget(pendingKey)
})

/** Reviews the swap while the nodes catch up; returns how many seconds that took. */
async function look(): Promise<number> {
  let seconds = 0
  let isOver = false
  const looking = reviewSwap().finally(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(500)
  for (; !isOver && seconds < 20; seconds++) await vi.advanceTimersByTimeAsync(1_000)
  await looking
  return seconds
}

/** Notes a transaction of this account that was mined `ms` ago. */
function mined(ms: number): void {
  const { caipAddress: owner, networkId } = chains.active
  if (!owner || !networkId) throw new Error('A wallet is expected')
  notePending({ owner, networkId, hash: SWAPPED, kind: 'swap' })
  settlePending(SWAPPED, 'confirmed')
  vi.setSystemTime(Date.now() + ms)
  if (swap.quote) swap.quote.at = Date.now()
}

/** Makes the approval of the swap, which is mined after its review was left. */
async function approveAndLeave(): Promise<void> {
  allowances = [0n]
  await reviewSwap()
  expect(swap.review?.step).toBe('approve')
  const left = confirmSwap()
  await vi.waitFor(() => expect(swap.status).toBe('approving'), PATIENCE)
  cancelSwap()
  settlePending(APPROVED, 'confirmed')
  await left
}

test('right after another transaction a node that lacks it is asked again: a swap of what it brought was said to fail', async () => {
  mined(5_000)
  behind = 2
  await look()
  expect(swap).toMatchObject({ status: 'reviewing', code: undefined, review: { step: 'swap' } })
})

test('a price that gets too old while a node is asked again is renewed; the service was said not to answer', async () => {
  mined(5_000)
  if (swap.quote) swap.quote.at -= QUOTE_LIFE_MS - 1_500
  behind = 3
  await look()
  expect(swap).toMatchObject({ status: 'reviewing', code: undefined, review: { step: 'swap' } })
})

test('error: a swap that would fail is reported at once if no transaction was just mined', async () => {
  mined(600_000)
  behind = 2
  expect(await look()).toBe(0)
  expect([swap.status, swap.code, behind]).toEqual(['editing', 'TRANSACTION_WOULD_FAIL', 1])
})

test('error: an amount that the host sets during that pause is not reviewed unasked', async () => {
  mined(5_000)
  behind = 2
  const looking = reviewSwap()
  await vi.advanceTimersByTimeAsync(500)
  Object.assign(swap, { amount: '1.25', quote: { amount: `${125n * 10n ** 16n}`, out: '1000', at: Date.now() } })
  await vi.advanceTimersByTimeAsync(6_000)
  await looking
  expect([swap.status, swap.code, swap.review]).toEqual(['editing', 'TRANSACTION_CHANGED', undefined])
})

test('an approval that was mined after its review was left is not asked for, and paid, a second time by a node that lacks it', async () => {
  await approveAndLeave()
  allowances = [0n, 0n, UNITS]
  await look()
  expect(swap).toMatchObject({ status: 'reviewing', review: { step: 'swap' } })
})

test('where the nodes go on to lack it, as when the visitor has approved less in the wallet, it is asked for', async () => {
  await approveAndLeave()
  expect(await look()).toBeGreaterThan(3)
  expect(swap).toMatchObject({ status: 'reviewing', review: { step: 'approve' } })
})

test.each([
  ['TRANSACTION_WOULD_FAIL', ''],
  ['SWAP_UNVERIFIED', ''],
  // It keeps its advice.
  ['RPC_UNAVAILABLE', undefined],
] as const)('error: of %s behind an approval it is not said that nothing was sent', async (code, help) => {
  allowances = [0n]
  await reviewSwap()
  const confirming = confirmSwap.run().catch(({ code: told }) => told)
  await vi.waitFor(() => expect(swap.status).toBe('approving'))
  ;[allowances, behind, fault] = [[UNITS], 9, code]
  settlePending(APPROVED, 'confirmed')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await confirming, swap.status, swap.code, swap.help]).toEqual([code, 'editing', code, help])
})

test('an approval of the same amount for the next swap is asked for at once', async () => {
  await approveAndLeave()
  mined(5_000)
  expect(await look()).toBe(0)
  expect(swap).toMatchObject({ status: 'reviewing', review: { step: 'approve' } })
})

test('what a node tells once the form was left makes no review: a host that opens its view showed one that prepares for ever', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  const leave = startSwap()
  const looking = reviewSwap()
  leave()
  await looking
  expect([swap.status, swap.review]).toEqual(['editing', undefined])
})
