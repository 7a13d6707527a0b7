import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { notices } from '../lib/error-catalogue'
import { WalletError } from '../lib/errors'
import { pendingKey } from '../lib/pending-transaction'
import { forget, read } from '../lib/storage'
import { notice } from '../state/notice'
import { pending } from '../state/pending'
import { swap } from '../state/swap'
// The reads after a transfer may outlive the test: their chunks are loaded before.
import './account'
import './network'
import './tokens'
import { connect } from './connection'
import { addConnector } from './discovery'
import { amendPending, settlePending } from './pending'
import { cancelSwap, confirmSwap, reviewSwap } from './swap'
import { QUOTE_LIFE_MS } from './swap-quotes'
import { APPROVED, beginSwapping, call, fillSwap, NETWORK, ROUTER, SWAPPED, swapAnswer, UNITS } from './test-swap'

/** The allowances that the nodes return, in order. */
let allowances: bigint[] = []
/** How often a node that simulates the swap lacks the approval. */
let trialsBehind = 0
/** The output by the service, in base units of the target. */
let price = '1000'
/** The methods that the wallet was asked for. */
let asked: string[] = []
/** What is stored for a reload once the wallet has taken a batch. */
let noted: unknown
const swapper = {
  allowanceOf: async () => (allowances.length > 1 ? allowances.shift() : allowances[0]),
  async checkSwap(_: unknown, { least }: { least: bigint }, { allowed }: { allowed: bigint }) {
    const isBehind = allowed === UNITS && trialsBehind-- > 0
    if (isBehind) throw new WalletError('TRANSACTION_WOULD_FAIL')
    const first = allowed === 0n ? [call('0xa0')] : allowed < UNITS ? [call('0xa1'), call('0xa0')] : []
    return { router: ROUTER, least, changes: undefined, calls: [...first, call('0xb0')] }
  },
  prepare: async (_: unknown, { to, data }: { to: string; data: string }) => ({
    ...{ request: { to, value: '0x0', data }, fee: 1n, maxFee: 1n },
  }),
  capableOfBatch: async () => true,
  batchOf: (_: unknown, calls: readonly unknown[]) => ({ calls }),
  sendBatch: async (_: unknown, __: unknown, ___: unknown, taken?: (id: string) => void) => {
    taken?.('0x1d')
    noted = read(pendingKey)
    return asked.push('wallet_sendCalls') && SWAPPED
  },
  submitCall: async () => asked.push('eth_sendTransaction') && APPROVED,
}

const { submitCall } = swapper
let mock: MockWallet
beginSwapping(swapper, (path) => swapAnswer(path, price))
beforeEach(async () => {
  price = '1000'
  const wallet = { request: async () => '0x38' }
  mock = mockWallet({}, { connections: [mockConnection(NETWORK, undefined, wallet)] })
  addConnector(mock.connector)
  await connect({ wallet: 'mock' })
  fillSwap()
  asked = []
  trialsBehind = 0
})
afterEach(() => {
  swapper.submitCall = submitCall
  vi.useRealTimers()
  forget(pendingKey)
})

/** Makes the approval of a swap in steps, while nodes return `before` and then, in order, `after`; `later`: the output then. */
async function approve(before: bigint, after: bigint[], later = price): Promise<boolean> {
  swap.sequential = true
  allowances = [before]
  await reviewSwap()
  expect(swap.review).toMatchObject({ step: 'approve', allows: before === 0n ? '1.5' : '0' })
  ;[allowances, price] = [after, later]
  vi.useFakeTimers()
  const confirming = confirmSwap()
  await vi.waitFor(() => expect(swap.status).toBe('approving'))
  settlePending(APPROVED, 'confirmed')
  await vi.waitFor(() => expect(swap.status).not.toBe('approving'), { timeout: 5_000 })
  return confirming
}

/** Confirms a new review with a wallet whose time runs out; what it returns has the wallet answer each of its requests after all. */
async function confirmTooLate(): Promise<((hash: string) => void)[]> {
  const answers: ((hash: string) => void)[] = []
  swapper.submitCall = () => new Promise((resolve) => answers.push(resolve))
  await reviewSwap()
  vi.useFakeTimers()
  const confirming = confirmSwap()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(400_000)
  expect(await confirming).toBe(false)
  return answers
}

test('a batch that its wallet has taken is stored for a reload, which continues to poll it', async () => {
  allowances = [0n]
  await reviewSwap()
  await confirmSwap()
  expect(asked).toEqual(['wallet_sendCalls'])
  expect(noted).toMatchObject([{ hash: 'batch_0x1d', networkId: NETWORK, status: 'pending' }])
  expect(read(pendingKey)).toMatchObject([{ hash: SWAPPED }])
})

test('after an approval a node that lags is asked again; the same approval is not asked for twice', async () => {
  expect(await approve(0n, [0n, 0n, UNITS])).toBe(true)
  expect(swap.review?.step).toBe('swap')
})

test.each([
  ['989', undefined, undefined],
  ['988', 'PRICE_CHANGED', ''],
])(
  'a price that falls to %s during the approval, where the review promised at least 989, is shown: %s; another amount stood there',
  async (fallen, code, help) => {
    await approve(0n, [UNITS], fallen)
    // The approval was sent: "nothing was sent" is not said.
    expect(swap).toMatchObject({ status: 'reviewing', code, help, review: { step: 'swap', out: `0.000000000000000${fallen}` } })
  },
)

test.each([
  ['1000', 'TRANSACTION_CHANGED'],
  ['1001', 'PRICE_CHANGED'],
])(
  'a review that waited too long is shown anew, of 1000 with %s, as %s; every price was said to have changed',
  async (out, code) => {
    allowances = [UNITS]
    await reviewSwap()
    price = out
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + QUOTE_LIFE_MS + 1 })
    await confirmSwap()
    expect([swap.status, swap.code, asked]).toEqual(['reviewing', code, []])
  },
)

test('nor is the swap said to fail by a node that simulates it without the approval', async () => {
  trialsBehind = 2
  expect(await approve(0n, [UNITS])).toBe(true)
  expect(swap).toMatchObject({ status: 'reviewing', code: undefined, review: { step: 'swap' } })
})

test('error: an approval that no node knows any more ends its step; it was waited for as long as the page was open', async () => {
  swap.sequential = true
  allowances = [0n]
  await reviewSwap()
  const confirming = confirmSwap()
  await vi.waitFor(() => expect(swap.status).toBe('approving'))
  amendPending(APPROVED, { lost: true })
  await confirming
  expect([swap.status, swap.code]).toEqual(['reviewing', 'TRANSACTION_UNCONFIRMED'])
})

test('an old allowance is reset once, if the token needs that first', async () => {
  expect(await approve(5n, [5n, 0n])).toBe(true)
  expect(swap.review).toMatchObject({ step: 'approve', allows: '1.5' })
})

test.each([
  ['once mined the swap follows', 'confirmed', { code: undefined, review: { step: 'swap' } }, ['eth_sendTransaction']],
  // The button asks for it again, as nothing is pending then.
  ['a failure is shown', 'failed', { code: 'TRANSACTION_FAILED' }, ['eth_sendTransaction', 'eth_sendTransaction']],
] as const)(
  'a pending approval is waited for when the swap is reviewed again: %s; it was asked for, and paid, twice',
  async (_, end, seen, calls) => {
    swap.sequential = true
    allowances = [0n]
    await reviewSwap()
    vi.useFakeTimers()
    const left = confirmSwap()
    await vi.waitFor(() => expect(swap.status).toBe('approving'))
    expect(notice.snack?.text).toBe(notices.TRANSACTION_STARTED)
    notice.snack = undefined
    cancelSwap()
    await reviewSwap()
    expect([swap.status, asked]).toEqual(['approving', ['eth_sendTransaction']])
    // It was reported when it started.
    expect(notice.snack).toBeUndefined()
    if (end === 'confirmed') allowances = [UNITS]
    settlePending(APPROVED, end)
    await left
    await vi.waitFor(() => expect(swap).toMatchObject({ status: 'reviewing', ...seen }))
    if (end === 'failed') void confirmSwap()
    await vi.waitFor(() => expect(asked).toEqual(calls))
  },
)

test('an approval not mined after ten minutes may never be: it is asked for again', async () => {
  swap.sequential = true
  allowances = [0n]
  await reviewSwap()
  void confirmSwap()
  await vi.waitFor(() => expect(swap.status).toBe('approving'))
  cancelSwap()
  pending.list = pending.list.map((each) => ({ ...each, at: each.at - 600_000 }))
  await reviewSwap()
  expect(swap).toMatchObject({ status: 'reviewing', review: { step: 'approve' } })
})

test.each([
  ['a contract account', true, 'wallet_sendCalls'],
  ['any other', false, 'eth_sendTransaction'],
])('a swap without an approval: the wallet of %s, which supports batches, is asked by %s: %s', async (_, isSmart, method) => {
  allowances = [UNITS]
  swap.isSmart = isSmart
  await reviewSwap()
  expect(swap.review).toMatchObject({ step: 'swap', fee: '0.000000000000000001' })
  expect(await confirmSwap()).toBe(true)
  expect(asked).toEqual([method])
})

test('error: an account that changes during the prompt, and a refusal: the review belongs to no one here', async () => {
  allowances = [UNITS]
  swapper.submitCall = async () => {
    mock.emit({ type: 'change', connections: [mockConnection(NETWORK, `0x${'2'.repeat(40)}`)] })
    throw Object.assign(new Error('No'), { code: 4001 })
  }
  await reviewSwap()
  await expect(confirmSwap.run()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect([swap.status, swap.review]).toEqual(['editing', undefined])
})

test.each([
  ['a swap', 'its review', UNITS, '', false],
  ['an approval', 'its review', 0n, '1.5', false],
  ['a swap', 'the next review, made for a retry', UNITS, '', true],
  ['an approval', 'the next review, made for a retry', 0n, '1.5', true],
])(
  '%s that the wallet sends after the timeout ends %s; the button would have sent it again',
  async (_, __, allowance, left, tried) => {
    allowances = [allowance]
    swap.sequential = true
    const answers = await confirmTooLate()
    // By then its price has expired.
    if (tried) await confirmSwap()
    expect([swap.status, swap.code, answers.length]).toEqual(['reviewing', tried ? 'TRANSACTION_CHANGED' : 'SWAP_FAILED', 1])
    answers[0]?.(APPROVED)
    await vi.advanceTimersByTimeAsync(0)
    expect([swap.status, swap.code, swap.review, swap.amount]).toEqual(['editing', undefined, undefined, left])
  },
)

test.each([
  ['the swap after it, if a node has it already', {}, UNITS, 'swap'],
  ['another amount', { amount: '1.25', quote: { amount: `${125n * 10n ** 16n}`, out: '1000' } }, 0n, 'approve'],
])('an approval that the wallet sends after the timeout keeps the review of %s', async (_, form, allowed, step) => {
  allowances = [0n]
  swap.sequential = true
  const answers = await confirmTooLate()
  cancelSwap()
  allowances = [allowed]
  Object.assign(swap, form)
  if (swap.quote) swap.quote.at = Date.now()
  await reviewSwap()
  expect([swap.status, swap.code, swap.review?.step]).toEqual(['reviewing', undefined, step])
  answers[0]?.(APPROVED)
  await vi.advanceTimersByTimeAsync(0)
  expect(notice.snack).toMatchObject({ transaction: { hash: APPROVED } })
  expect([swap.status, swap.review?.step]).toEqual(['reviewing', step])
})
