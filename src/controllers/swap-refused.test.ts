import { beforeEach, expect, test } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import { visitorErrors } from '../locales/error-codes'
import { swap } from '../state/swap'
import { connect } from './connection'
import { addConnector } from './discovery'
import { confirmSwap, reviewSwap } from './swap'
import { beginSwapping, call, fillSwap, NETWORK, ROUTER, swapAnswer } from './test-swap'

/** What the wallet refuses a batch with, and what then fails before it is asked for a single step. */
let refusal: WalletError
let later: WalletError | undefined
/** What is on the screen while the first of two steps is prepared. */
let meanwhile: string | undefined
/** What the service refuses of a swap that it has named a price for. */
let unbuilt: string | undefined
const swapper = {
  allowanceOf: async () => 0n,
  checkSwap: async (_: unknown, { least }: { least: bigint }) => {
    meanwhile = swap.status
    if (swap.sequential && later) throw later
    return { router: ROUTER, least, changes: undefined, calls: [call('0xa0'), call('0xb0')] }
  },
  prepare: async () => ({ request: { to: ROUTER, value: '0x0', data: '0x' }, fee: 1n, maxFee: 1n }),
  capableOfBatch: async () => true,
  batchOf: () => ({}),
  sendBatch: async () => {
    throw refusal
  },
}

beginSwapping(swapper, (path) =>
  path === unbuilt ? Response.json({ reasons: [{ description: 'cannot estimate' }] }, { status: 400 }) : swapAnswer(path),
)
beforeEach(async () => {
  const wallet = { request: async () => '0x38' }
  addConnector(mockWallet({}, { connections: [mockConnection(NETWORK, undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
  fillSwap()
  later = undefined
  unbuilt = undefined
})

test.each(['CALLS_NOT_ATOMIC', 'CALLS_UPGRADE_REJECTED'] as const)(
  'a batch that its wallet refuses (%s) becomes two steps, to be confirmed anew; meanwhile its button stood there, and asked for the batch again',
  async (code) => {
    refusal = new WalletError(code)
    await reviewSwap()
    expect(swap.review?.step).toBe('both')
    meanwhile = undefined
    expect(await confirmSwap.run().catch((error) => error.code)).toBe(code)
    expect(meanwhile).toBe('preparing')
    // Of the two this one has words in every language.
    expect(swap).toMatchObject({ status: 'reviewing', code: 'CALLS_UPGRADE_REJECTED', review: { step: 'approve' } })
  },
)

test('error: where the first of two steps cannot be prepared that is told', async () => {
  refusal = new WalletError('CALLS_NOT_ATOMIC')
  later = new WalletError('SWAP_UNVERIFIED')
  await reviewSwap()
  expect(await confirmSwap.run().catch((error) => error.code)).toBe('SWAP_UNVERIFIED')
  expect(swap).toMatchObject({ status: 'reviewing', code: 'SWAP_UNVERIFIED', review: { step: 'both' } })
})

test.each(['build-transaction', 'build-approve', 'allowance'])(
  'error: a swap whose %s the service refuses would fail, it says; it had only words for developers, in English, and no next step',
  async (path) => {
    unbuilt = path
    await reviewSwap()
    expect(swap).toMatchObject({ status: 'editing', code: 'TRANSACTION_WOULD_FAIL', review: undefined })
    expect(visitorErrors).toContain(swap.code)
  },
)
