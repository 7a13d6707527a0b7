import { beforeEach, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { notice } from '../state/notice'
import { swap } from '../state/swap'
import { connect } from './connection'
import { addConnector } from './discovery'
import { onError } from './report'
import { cancelSwap, confirmSwap, guardSwap, reviewSwap } from './swap'
import { beginSwapping, call, coin, dollar, fillSwap, NETWORK, on, ROUTER } from './test-swap'

let signed = 0
/** What happens while the wallet says on which network it is. */
let meanwhile = () => {}
/** Its answer. */
let chainId = '0x38'
const swapper = {
  checkSwap: async (_: unknown, { least }: { least: bigint }) => ({
    ...{ router: ROUTER, least, changes: undefined },
    calls: [call('0x')],
  }),
  prepare: async () => ({ request: { to: ROUTER, value: '0x0', data: '0x' }, fee: 1n, maxFee: 1n }),
  capableOfBatch: async () => false,
  submitCall: async () => {
    signed++
    return `0x${'ab'.repeat(32)}`
  },
}

beginSwapping(swapper, () => Response.json({ tx: { from: coin, to: on(ROUTER), data: '0x00', amount: '1000', value: '0' } }))
beforeEach(async () => {
  ;[meanwhile, chainId] = [() => {}, '0x38']
  const request = async () => {
    meanwhile()
    return chainId
  }
  addConnector(mockWallet({}, { connections: [mockConnection(NETWORK, undefined, { request })] }).connector)
  await connect({ wallet: 'mock' })
  fillSwap({ from: coin, to: dollar })
  signed = 0
})

test.each([
  ['Cancel', '0x38'],
  ['Back', '0x38'],
  // Another network than the transaction's: CHAIN_MISMATCH was told to who had left.
  ['Cancel', '0x1'],
  ['Back', '0x1'],
])(
  'error: a review that is left by %s between the press and the wallet’s prompt, with the wallet on %s, is not swapped',
  async (by, own) => {
    chainId = own
    await reviewSwap()
    expect(swap.review?.step).toBe('swap')
    const leave = guardSwap()
    meanwhile = by === 'Cancel' ? cancelSwap : leave
    const told = vi.fn()
    const stop = onError(told)
    expect(await confirmSwap()).toBe(false)
    stop()
    expect([signed, swap.status, swap.review, swap.amount]).toEqual([0, 'editing', undefined, '1.5'])
    // Nothing to tell: that is what the visitor wanted.
    expect([told.mock.calls, notice.snack]).toEqual([[], undefined])
    leave()
  },
)
