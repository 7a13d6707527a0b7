import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import type { NamespaceEntry } from '../adapters/types'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import { payeesKey } from '../lib/payees'
import { pendingKey } from '../lib/pending-transaction'
import { rentNotices } from '../lib/rent-notices'
import { forget, read } from '../lib/storage'
import { later } from '../locales'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { notice } from '../state/notice'
import { emptySend, send } from '../state/send'
import { reset, resetStores } from '../state/store'
// What is read anew after a transfer may outlive the test: its parts are there before.
import './account'
import './tokens'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { notePending, settlePending } from './pending'
import { onError } from './report'
import { cancelReview, confirmSend, reviewSend } from './send'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`
/** How often a node tries a transfer out that has not seen the last block. */
let behind = 0
/** Why, in words of its own. */
let refusal: { help: string } | undefined
/** What it says of the account then, the last again and again. */
let had: bigint[] = []
const nodes: Transfers = {
  readAddress: (address) => ({ address }),
  held: async () => ({ units: had.shift() ?? 10n ** 21n, decimals: 18 }),
  inspect: async () => [],
  estimate: async () => ({ fee: 1n, maxFee: 1n, deposit: 0n }),
  async prepare() {
    if (behind-- > 0) throw new WalletError('TRANSACTION_WOULD_FAIL', refusal)
    return { request: {}, fee: 1n, maxFee: 1n, deposit: 0n, changes: undefined }
  },
  submit: () => submitted(),
}
let submitted = async () => HASH

let eip155: NamespaceEntry | undefined
beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, transfers: async () => ({ transfers: nodes }) } as NamespaceEntry
  const wallet = { request: async () => '0x7a69' }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
  const filled = { amount: '1.5', receiver: TO, receiverStatus: 'found', found: { address: TO, name: undefined } } as const
  const [held, cost] = [
    { tokenId: 'native', units: `${10n ** 21n}`, decimals: 18 },
    { fee: '1', maxFee: '1' },
  ]
  const known = { held, coin: held.units, cost: { ...cost, deposit: '0', least: '0' }, warnings: [] }
  reset(send, { ...emptySend(chains.active.caipAddress), ...filled, ...known })
  vi.useFakeTimers()
  behind = 2
  refusal = undefined
  submitted = async () => HASH
})
afterEach(() => {
  if (eip155) adapters.eip155 = eip155
  vi.useRealTimers()
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
  forget(payeesKey)
})

/** Looks at the transfer, a while after another transaction of this account was mined. */
async function lookAfter(ms: number, meanwhile = () => {}): Promise<void> {
  const { caipAddress: owner, networkId } = chains.active
  if (!owner || !networkId) throw new Error('A wallet is expected')
  notePending({ owner, networkId, hash: HASH, kind: 'swap' })
  settlePending(HASH, 'confirmed')
  vi.setSystemTime(Date.now() + ms)
  const looking = reviewSend()
  await vi.advanceTimersByTimeAsync(500)
  meanwhile()
  await vi.advanceTimersByTimeAsync(6_000)
  await looking
}

test('right after another transaction a node that knows nothing of it is asked again: a transfer of what that brought was said to fail', async () => {
  await lookAfter(5_000)
  expect([send.status, send.code]).toEqual(['reviewing', undefined])
})

test('so it is where that node has not seen either what came with the other transaction', async () => {
  had = [1n, 1n]
  await lookAfter(5_000)
  expect([send.status, send.code]).toEqual(['reviewing', undefined])
})

test('error: what is typed in the pause is not what was asked to be looked at', async () => {
  await lookAfter(5_000, () => Object.assign(send, { amount: '15' }))
  expect([send.status, send.code, send.review]).toEqual(['editing', 'TRANSACTION_CHANGED', undefined])
})

test('error: how many coins are wanted is told in the language of the page; it was told in English', async () => {
  refusal = { help: rentNotices.RENT_TO_GET.replace('{sum}', '0.00089088 SOL') }
  Object.assign(messages, { view: await later.de?.() })
  await lookAfter(600_000)
  expect([send.code, send.help]).toEqual([
    'TRANSACTION_WOULD_FAIL',
    'Ein neues Konto muss mindestens 0.00089088 SOL erhalten. Es wurde nichts gesendet.',
  ])
})

test('error: a transfer that would fail is said to at once, where nothing has just changed', async () => {
  const heard: string[] = []
  const stop = onError(({ code }) => heard.push(code))
  await lookAfter(600_000)
  stop()
  expect([send.status, send.code, behind]).toEqual(['editing', 'TRANSACTION_WOULD_FAIL', 1])
  // The host hears of it, and who copies the details what the chain said.
  expect(heard).toEqual(['TRANSACTION_WOULD_FAIL'])
})

test.each([
  ['left', async () => {}],
  ['left, and looked at anew', reviewSend],
  ['left, and is being looked at anew', async () => void reviewSend()],
])('what a wallet sends after its review was %s is not there to be sent again', async (_, then) => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  await reviewSend()
  const sending = confirmSend()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  cancelReview()
  expect([send.status, send.amount, send.receiver]).toEqual(['editing', '1.5', TO])
  await then()
  asked[0]?.(HASH)
  await sending
  await vi.advanceTimersByTimeAsync(100)
  expect([send.status, send.review, send.amount, send.receiver, send.found]).toEqual(['editing', undefined, '', '', undefined])
  // What the account has is known still: the next transfer can be typed.
  expect(send.held?.tokenId).toBe('native')
})

test('nor does it empty the form of another account, in which the same was typed', async () => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  await reviewSend()
  const sending = confirmSend()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  cancelReview()
  send.owner = `eip155:31337:${TO}`
  asked[0]?.(HASH)
  await sending
  expect([send.amount, send.receiver]).toEqual(['1.5', TO])
})

test('what a wallet sends when nobody waits for it any more ends its review; it stood there, said to have failed, to be sent again', async () => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  await reviewSend()
  const sending = confirmSend()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(400_000)
  await sending
  expect([send.status, send.code]).toEqual(['reviewing', 'SEND_FAILED'])
  asked[0]?.(HASH)
  await vi.advanceTimersByTimeAsync(0)
  expect([send.status, send.code, send.review, send.amount]).toEqual(['editing', undefined, undefined, ''])
  expect(notice.snack).toMatchObject({ kind: 'success', transaction: { hash: HASH } })
})

test('promise 12: a second press while the wallet is asked asks it nothing, and whoever has gone on to another transfer keeps that', async () => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  await reviewSend()
  const both = [confirmSend(), confirmSend()]
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  cancelReview()
  send.amount = '2.5'
  await reviewSend()
  asked[0]?.(HASH)
  await Promise.all(both)
  expect(asked).toHaveLength(1)
  expect([send.status, send.amount, send.review?.amount]).toEqual(['reviewing', '2.5', '2.5'])
  // The one that was paid is known from now on.
  expect(read(payeesKey)).toMatchObject([{ address: TO, count: 1 }])
})
