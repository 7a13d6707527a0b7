import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import { PATIENCE } from '../connectors/test-frame'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import { payeesKey } from '../lib/payees'
import { pendingKey } from '../lib/pending-transaction'
import { RentError } from '../lib/solana-notices'
import { forget, read, remember } from '../lib/storage'
import { later } from '../locales'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { notice } from '../state/notice'
import { emptySend, send } from '../state/send'
import { reset, resetStores } from '../state/store'
// The reads after a transfer may outlive the test: their chunks are loaded before.
import './account'
import './tokens'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { payeesHere, payeesOf } from './payees'
import { notePending, settlePending } from './pending'
import { onError } from './report'
import { cancelReview, confirmSend, reviewSend } from './send'
import { readHeld, startSend } from './send-form'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`
/** How often a node that lacks the last block simulates the transfer. */
let behind = 0
/** The highest fee that it names for the form. */
let maxFee = 1n
/** The node’s own reason. */
let refusal: RentError | undefined
/** The balances it then returns; the last one repeats. */
let had: bigint[] = []
const nodes: Transfers = {
  readAddress: (address) => ({ address }),
  held: async () => ({ units: had.shift() ?? 10n ** 21n, decimals: 18 }),
  inspect: async () => [],
  estimate: async () => ({ fee: 1n, maxFee, deposit: 0n }),
  async prepare() {
    if (behind-- > 0) throw refusal ?? new WalletError('TRANSACTION_WOULD_FAIL')
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
  maxFee = 1n
  refusal = undefined
  submitted = async () => HASH
})
afterEach(() => {
  if (eip155) adapters.eip155 = eip155
  vi.useRealTimers()
  vi.unstubAllGlobals()
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
  forget(payeesKey)
})

/** Reviews the transfer `ms` after another transaction of this account was mined. */
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

test('right after another transaction a node that lacks it is asked again: a transfer of what it brought was said to fail', async () => {
  await lookAfter(5_000)
  expect([send.status, send.code]).toEqual(['reviewing', undefined])
})

test('so it is if that node also lacks the balance that the other transaction brought', async () => {
  had = [1n, 1n]
  await lookAfter(5_000)
  expect([send.status, send.code]).toEqual(['reviewing', undefined])
})

test('error: an amount typed during that pause is not sent unreviewed', async () => {
  await lookAfter(5_000, () => Object.assign(send, { amount: '15' }))
  expect([send.status, send.code, send.review]).toEqual(['editing', 'TRANSACTION_CHANGED', undefined])
})

test('error: decimals that are no more those of the form: the amount is not reviewed as another', async () => {
  send.held = { tokenId: 'native', units: `${10n ** 21n}`, decimals: 20 }
  await lookAfter(600_000)
  expect([send.status, send.code, send.review]).toEqual(['editing', 'TRANSACTION_CHANGED', undefined])
})

test('error: the rent that is missing is explained in the page’s language, with its decimal mark; the sum had a point', async () => {
  refusal = new RentError('RENT_TO_GET', '0.00089088', 'SOL', {})
  Object.assign(messages, { view: await later.de?.(), locale: 'de' })
  await lookAfter(600_000)
  expect([send.code, send.help]).toEqual([
    'TRANSACTION_WOULD_FAIL',
    'Ein neues Konto muss mindestens 0,00089088 SOL erhalten. Es wurde nichts gesendet.',
  ])
})

test('error: a transfer that would fail is reported at once if no transaction was just mined', async () => {
  const heard: string[] = []
  const stop = onError(({ code }) => heard.push(code))
  await lookAfter(600_000)
  stop()
  expect([send.status, send.code, behind]).toEqual(['editing', 'TRANSACTION_WOULD_FAIL', 1])
  // The host hears of it, and the copied details contain the chain’s reason.
  expect(heard).toEqual(['TRANSACTION_WOULD_FAIL'])
})

test('what a node tells once the form was left makes no review: a host that opens its view showed one whose button does nothing', async () => {
  behind = 0
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  const leave = startSend()
  const looking = reviewSend()
  leave()
  await looking
  expect([send.status, send.review]).toEqual(['editing', undefined])
})

test.each([
  ['left', async () => {}],
  ['left, and made again', reviewSend],
  ['left, and is being made again', async () => void reviewSend()],
])('a transfer that the wallet sends after its review was %s cannot be sent again', async (_, then) => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  await reviewSend()
  const sending = confirmSend()
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE)
  cancelReview()
  expect([send.status, send.amount, send.receiver]).toEqual(['editing', '1.5', TO])
  await then()
  asked[0]?.(HASH)
  await sending
  await vi.advanceTimersByTimeAsync(100)
  expect([send.status, send.review, send.amount, send.receiver, send.found]).toEqual(['editing', undefined, '', '', undefined])
  // The balance is still known: the next transfer can be typed.
  expect(send.held?.tokenId).toBe('native')
})

test('so it is with Max, whose amount follows the fee again once the review was left', async () => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  Object.assign(send, { max: true, amount: '999.999999999999999999' })
  await reviewSend()
  const sending = confirmSend()
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE)
  cancelReview()
  maxFee = 5n
  readHeld()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(send.amount).toBe('999.999999999999999995')
  asked[0]?.(HASH)
  await sending
  await vi.advanceTimersByTimeAsync(100)
  expect([send.max, send.amount, send.receiver, send.found]).toEqual([false, '', '', undefined])
})

test('nor does it empty another account’s form with the same values', async () => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  await reviewSend()
  const sending = confirmSend()
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE)
  cancelReview()
  send.owner = `eip155:31337:${TO}`
  asked[0]?.(HASH)
  await sending
  expect([send.amount, send.receiver]).toEqual(['1.5', TO])
})

test('a transfer that the wallet sends after the timeout ends its review; it stayed as failed, to be sent again', async () => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  await reviewSend()
  const sending = confirmSend()
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE)
  await vi.advanceTimersByTimeAsync(400_000)
  await sending
  expect([send.status, send.code]).toEqual(['reviewing', 'SEND_FAILED'])
  asked[0]?.(HASH)
  await vi.advanceTimersByTimeAsync(0)
  expect([send.status, send.code, send.review, send.amount]).toEqual(['editing', undefined, undefined, ''])
  expect(notice.snack).toMatchObject({ kind: 'success', transaction: { hash: HASH } })
})

test('promise 12: a second press during the prompt asks nothing, and another transfer started meanwhile is kept', async () => {
  behind = 0
  const asked: ((hash: string) => void)[] = []
  submitted = () => new Promise((resolve) => asked.push(resolve))
  await reviewSend()
  const both = [confirmSend(), confirmSend()]
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE)
  cancelReview()
  send.amount = '2.5'
  await reviewSend()
  asked[0]?.(HASH)
  await Promise.all(both)
  expect(asked).toHaveLength(1)
  expect([send.status, send.amount, send.review?.amount]).toEqual(['reviewing', '2.5', '2.5'])
  // The address that was paid is a known payee from now on.
  expect(read(payeesKey)).toMatchObject([{ address: TO, count: 1 }])
})

test.each([
  ['contract', 'as a Safe'],
  ['token', 'as WETH'],
] as const)(
  'a %s that was paid, %s, is offered again on its own network only: on another nobody may own its address, and no warning said so',
  async (warning, _paid) => {
    behind = 0
    submitted = async () => HASH
    const payee = { namespace: 'eip155', address: TO, name: 'ada.eth', at: 1, count: 2 } as const
    // Noted by an earlier release, which did not tell the network.
    remember(payeesKey, [payee])
    expect(payeesHere()).toMatchObject([payee])
    Object.assign(send, { warnings: [warning], acceptedFor: TO })
    await reviewSend()
    await confirmSend.run()
    expect(payeesHere()).toMatchObject([{ address: TO, name: 'ada.eth', count: 3 }])
    chains.active.networkId = 'eip155:1'
    expect(payeesHere()).toEqual([])
    // Another address that resembles it is still warned about.
    expect(payeesOf('eip155')).toHaveLength(1)
    // One that is no contract can be paid anywhere.
    remember(payeesKey, [payee])
    expect(payeesHere()).toMatchObject([payee])
  },
)
