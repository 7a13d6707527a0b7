import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendBatch } from '../adapters/eip155-batch'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import { pendingKey } from '../lib/pending-transaction'
import { forget, read, remember } from '../lib/storage'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { notice } from '../state/notice'
import { pending } from '../state/pending'
import { resetStores } from '../state/store'
import { watchAccount } from './account-watch'
import { activityOf } from './activity'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onStep, type Step } from './host-consent'
import { sender, submit } from './submission'
import { pollOutcomes, UNSEEN_LIMIT_MS } from './transaction-outcomes'

const HASH = `0x${'ab'.repeat(32)}`
/** The wallet never answers about this one. */
const SILENT = '0xdead'
/** The wallet’s answer about the batch it has taken, and how often it was asked. */
let status: object | number = { status: 100 }
let asked = 0
let params: unknown
let ids: unknown[] = []
let steps: Step[] = []
let stops: (() => void)[] = []
const wallet = {
  request: async ({ method, ...more }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return '0x7a69'
    if (method === 'wallet_sendCalls') return { id: '0x1d' }
    asked++
    params = more.params
    ids.push(Object(params)[0])
    if (Object(params)[0] === SILENT) return new Promise(() => {})
    if (typeof status === 'number') throw Object.assign(new Error('no'), { code: status })
    return status
  },
}

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no node')))
  ;[status, asked, ids, steps] = [{ status: 100 }, 0, [], []]
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
  stops = [onStep((step) => Boolean(steps.push(step)))]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

const own = () => {
  const from = sender()
  if (!from) throw new Error('A wallet is expected')
  return from
}
/** Batches that were sent `age` ms before a reload. */
function reloadedAfter(age = 10_000, ...ids: string[]) {
  reloaded(age, ids)
}
/** The same; `takenBy`: the wallet that took them. */
function reloaded(age: number, ids: readonly string[], takenBy?: string) {
  const at = Date.now() - age
  const { owner } = own()
  const sent = (ids.length > 0 ? ids : ['0x1d']).map((id) => ({
    ...({ owner, networkId: 'eip155:31337', kind: 'send', amount: '1', status: 'pending' } as const),
    ...{ hash: `batch_${id}`, at, ...(takenBy && { takenBy }) },
  }))
  remember(pendingKey, sent)
  pending.list = pendingKey.parse(sent) ?? []
  stops.push(pollOutcomes())
}

test('a batch that a wallet has taken is stored for a reload, is not shown, and is replaced by its transaction', async () => {
  const request = Object.freeze({})
  const sending = submit({
    ...{ kind: 'send', ...own(), request, holds: () => true, note: { amount: '1' }, isBatch: true },
    send: (provider, taken) => sendBatch(provider, request, 'SEND_FAILED', taken),
  })
  await vi.waitFor(() => expect(read(pendingKey)).toMatchObject([{ hash: 'batch_0x1d', amount: '1', takenBy: 'mock' }]))
  expect(activityOf([], pending.list, chains.active.caipAddress)).toEqual([])
  status = { status: 200, receipts: [{ transactionHash: HASH }] }
  expect(await sending).toBe(HASH)
  expect(read(pendingKey)?.map(({ hash }) => hash)).toEqual([HASH])
})

test('after a reload the wallet is asked for the batch, and the transaction it names is reported and followed; it was lost before', async () => {
  reloadedAfter()
  await vi.waitFor(() => expect(asked).toBe(1))
  status = { status: 200, receipts: [{ transactionHash: HASH }] }
  await vi.waitFor(() => expect(pending.list).toMatchObject([{ hash: HASH, amount: '1', status: 'pending' }]), {
    timeout: 10_000,
  })
  expect(steps).toEqual([{ type: 'transaction', kind: 'send', networkId: 'eip155:31337', hash: HASH, status: 'submitted' }])
  expect(read(pendingKey)).toHaveLength(1)
})

test.each(['7c9e6679-7425-40de-944b-e07fc1f90ae7', `0x${'c'.repeat(8_192)}`, 'user:0x1'])(
  'error: any id that a wallet gives is found after a reload; one with dashes or of several hashes was not',
  async (id) => {
    reloadedAfter(10_000, id)
    await vi.waitFor(() => expect(asked).toBe(1))
    expect(params).toEqual([id])
  },
)

test('error: a batch that was reported as unconfirmed, because its wallet was silent for too long, is still followed', async () => {
  const request = Object.freeze({})
  const sending = submit({
    ...{ kind: 'send', ...own(), request, holds: () => true, note: { amount: '1' }, isBatch: true },
    send: async (_, taken) => {
      taken('0x1d')
      throw new WalletError('TRANSACTION_UNCONFIRMED')
    },
  })
  await expect(sending).rejects.toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
  expect(read(pendingKey)).toMatchObject([{ hash: 'batch_0x1d', amount: '1' }])
  status = { status: 200, receipts: [{ transactionHash: HASH }] }
  stops.push(pollOutcomes())
  await vi.waitFor(() => expect(pending.list).toMatchObject([{ hash: HASH, status: 'pending' }]), { timeout: 10_000 })
})

test.each([
  ['undid', { status: 500, receipts: [{ transactionHash: HASH }] }, 'TRANSACTION_FAILED', HASH],
  ['reverted, without a hash,', { status: 500 }, 'TRANSACTION_FAILED', undefined],
  ['did not take', { status: 400 }, 'SEND_FAILED', undefined],
  ['did in part', { status: 600, receipts: [{ transactionHash: HASH }] }, 'SEND_FAILED', undefined],
])('error: after a reload, a batch that the chain %s is reported as that', async (_, told, code, hash) => {
  status = told
  reloadedAfter()
  await vi.waitFor(() => expect(notice.snack).toMatchObject({ kind: 'error', code }))
  expect(notice.snack?.transaction).toEqual(hash && { networkId: 'eip155:31337', hash })
  expect(steps).toMatchObject([{ status: 'failed', ...(hash && { hash }) }])
  expect(pending.list.map((each) => [each.hash, each.status])).toEqual(hash ? [[hash, 'failed']] : [])
})

test('error: while the wallet is silent about one batch, another that is done is reported at the next check; it had to wait until the first was given up', async () => {
  reloadedAfter(10_000, SILENT, '0x1d')
  await vi.waitFor(() => expect(asked).toBe(2))
  status = { status: 200, receipts: [{ transactionHash: HASH }] }
  await vi.waitFor(() => expect(pending.list.map(({ hash }) => hash)).toContain(HASH), { timeout: 7_000 })
  // A request that is still open is not sent again.
  expect(ids).toEqual([SILENT, '0x1d', '0x1d'])
})

test('a batch that is done but has no hash is reported as confirmed', async () => {
  status = { status: 200 }
  reloadedAfter()
  await vi.waitFor(() => expect(notice.snack).toMatchObject({ kind: 'success', text: 'Transaction confirmed' }))
  expect([steps, pending.list]).toMatchObject([[{ status: 'confirmed' }], []])
})

test('the balance is read again once the batch is done, if the balance is on screen', async () => {
  let coins = '0x2'
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    const calls: { id: number; method: string }[] = [JSON.parse(body)].flat()
    const told = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x7a69' : coins }))
    return Response.json(body.startsWith('[') ? told : told[0])
  })
  stops.push(watchAccount())
  await vi.waitFor(() => expect(account.balance).toBe('0.000000000000000002'), { timeout: 10_000 })
  ;[coins, status] = ['0x1', { status: 200 }]
  reloadedAfter()
  await vi.waitFor(() => expect(account.balance).toBe('0.000000000000000001'), { timeout: 10_000 })
})

test.each([
  [5730, 20_000, 1],
  [5730, UNSEEN_LIMIT_MS, 0],
  [-32601, UNSEEN_LIMIT_MS, 0],
  [-32603, UNSEEN_LIMIT_MS, 1],
])('error: if the wallet does not know the batch (code %i) after %i ms, this many are kept: %i', async (code, age, left) => {
  status = code
  reloadedAfter(age)
  await vi.waitFor(() => expect(asked).toBe(1))
  await vi.waitFor(() => expect(pending.list).toHaveLength(left))
  expect([notice.snack, steps]).toEqual([undefined, []])
})

test.each([
  ['mock', 0],
  ['other', 1],
])('error: of a batch that wallet %s took and the connected one does not know, this many are kept: %i', async (taker, left) => {
  status = 5730
  reloaded(UNSEEN_LIMIT_MS, ['0x1d'], taker)
  // By the second check the first answer has arrived.
  await vi.waitFor(() => expect([asked, pending.list.length]).toEqual([1 + left, left]), { timeout: 10_000 })
})

test('another wallet without the account is not asked', async () => {
  const { owner } = own()
  abandonConnections()
  const other = mockConnection('eip155:31337', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', wallet)
  addConnector(mockWallet({ id: 'other' }, { connections: [other] }).connector)
  await connect({ wallet: 'other' })
  vi.useFakeTimers()
  pending.list = [
    {
      owner,
      networkId: 'eip155:31337',
      hash: 'batch_0x1d',
      kind: 'send',
      at: Date.now() - 60_000,
      status: 'pending',
    },
  ]
  stops.push(pollOutcomes())
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked, pending.list]).toMatchObject([0, [{ hash: 'batch_0x1d' }]])
})

test('a batch sent by this page is polled only by the sender that waits for it, and is dropped if it fails', async () => {
  let fail = (_: unknown) => {}
  const sending = submit({
    ...{ kind: 'send', ...own(), request: Object.freeze({}), holds: () => true, note: { amount: '1' }, isBatch: true },
    send: (_, taken) => {
      taken('0x1d')
      return new Promise((__, reject) => {
        fail = reject
      })
    },
  })
  const ended = expect(sending).rejects.toMatchObject({ code: 'SEND_FAILED' })
  await vi.waitFor(() => expect(read(pendingKey)).toHaveLength(1))
  vi.useFakeTimers()
  stops.push(pollOutcomes())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(0)
  fail(new WalletError('SEND_FAILED'))
  await ended
  expect([pending.list, read(pendingKey) ?? []]).toEqual([[], []])
})

test('a batch whose wallet names a transaction before it is done is followed by that', async () => {
  status = { status: 100, receipts: [{ transactionHash: HASH }] }
  reloadedAfter()
  await vi.waitFor(() => expect(pending.list).toMatchObject([{ hash: HASH, status: 'pending' }]))
})

test('the wallet, which may be on a phone, is asked often at first, then every 15 seconds', async () => {
  vi.useFakeTimers()
  reloadedAfter()
  await vi.advanceTimersByTimeAsync(8_000)
  const first = asked
  expect(first).toBe(3)
  await vi.advanceTimersByTimeAsync(160_000)
  expect(asked - first).toBe(10)
})
