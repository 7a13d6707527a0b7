import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callMark, pendingKey } from '../lib/pending-transaction'
import { forget, read, remember } from '../lib/storage'
import type { Transaction } from '../lib/transaction'
import { history } from '../state/history'
import { pending } from '../state/pending'
import { resetStores } from '../state/store'
import { transactionById } from './activity'
import { notePending, settlePending, watchPending } from './pending'

const owner = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const sent = { owner, networkId: 'eip155:1', hash: '0xAbc', kind: 'send', to: '0x9', amount: '0.5', symbol: 'ETH' } as const

beforeEach(() => {
  vi.stubGlobal('document', { hidden: true })
  vi.useFakeTimers()
})
afterEach(() => {
  forget(pendingKey)
  resetStores()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a noted transaction is listed at once, stored, and listed once', () => {
  notePending(sent)
  notePending(sent)
  expect(pending.list).toMatchObject([{ hash: '0xAbc', status: 'pending', at: Date.now() }])
  expect(read(pendingKey)).toEqual([{ ...sent, status: 'pending', at: Date.now() }])
})

test('the mark of a call, by which a replacement is recognized, survives a reload even if the call is long', () => {
  const call = callMark({ to: '0x9', value: '0', data: `0x${'ab'.repeat(10_000)}` })
  notePending({ ...sent, call })
  expect(read(pendingKey)).toMatchObject([{ call }])
})

test('its outcome is stored with it', () => {
  notePending(sent)
  settlePending('0xAbc', 'failed')
  expect(read(pendingKey)).toMatchObject([{ hash: '0xAbc', status: 'failed' }])
})

test('it is dropped once the index lists it', async () => {
  notePending(sent)
  const stop = watchPending(() => {})
  history.list = ref([{ hash: '0xaBC', status: 'confirmed' } as Transaction])
  await vi.advanceTimersByTimeAsync(0)
  expect([pending.list, read(pendingKey)]).toEqual([[], []])
  stop()
})

test('one that was replaced is dropped once the index lists the replacement', async () => {
  notePending(sent)
  settlePending('0xAbc', 'confirmed', '0xFast')
  expect(read(pendingKey)).toMatchObject([{ hash: '0xAbc', status: 'confirmed', replacedBy: '0xFast' }])
  const stop = watchPending(() => {})
  history.list = ref([{ hash: '0xfaST', status: 'confirmed' } as Transaction])
  await vi.advanceTimersByTimeAsync(0)
  expect([pending.list, read(pendingKey)]).toEqual([[], []])
  // An open view and a message know it by its first hash.
  expect(transactionById(history.list, pending.listed, 'own 0xabc')).toBe(history.list[0])
  stop()
})

test('what another tab has stored stays', () => {
  notePending(sent)
  vi.advanceTimersByTime(1)
  const theirs = { ...sent, hash: '0xDef', status: 'pending', at: Date.now() } as const
  remember(pendingKey, [theirs])
  settlePending('0xAbc', 'confirmed')
  expect(read(pendingKey)).toMatchObject([theirs, { hash: '0xAbc', status: 'confirmed' }])
  expect(pending.list).toMatchObject([{ hash: '0xAbc' }])
})

test('after a reload those are restored that may still be mined: a batch’s owners may sign for weeks', async () => {
  const days = (count: number) => Date.now() - count * 86_400_000
  const kept = (hash: string, age: number) => ({ ...sent, hash, at: days(age), status: 'pending' }) as const
  vi.resetModules()
  const [{ loadPending }, state, storage] = await Promise.all([
    import('./pending'),
    import('../state/pending'),
    import('../lib/storage'),
  ])
  storage.remember(pendingKey, [kept('0xAbc', 0.9), kept('0xDef', 1.1), kept('batch_0x1d', 29), kept('batch_0x1e', 31)])
  loadPending()
  expect(state.pending.list.map(({ hash }) => hash)).toEqual(['0xAbc', 'batch_0x1d'])
})

describe('pendingKey', () => {
  test.each([
    ['no list', {}],
    ['another shape', [{ ...sent, at: 'now', status: 'pending' }, 7, null]],
    ['a hash that is markup', [{ ...sent, hash: '<b>', at: 1, status: 'pending' }]],
    ['a kind that cannot be a string', [{ ...sent, kind: { toString: 1, valueOf: 1 }, at: 1, status: 'pending' }]],
    ['a status that is a list', [{ ...sent, at: 1, status: ['pending'] }]],
    ['an unknown kind', [{ ...sent, kind: 'steal', at: 1, status: 'pending' }]],
  ])('error: %s is ignored', (_, value) => expect(pendingKey.parse(value) ?? []).toEqual([]))

  test('error: a time in the future, from a clock that was set back, becomes now: it is followed, and ends', () => {
    const [read] = pendingKey.parse([{ ...sent, at: Date.now() + 86_400_000, status: 'pending' }]) ?? []
    expect(read?.at).toBe(Date.now())
  })

  test('error: a replacing hash that is markup is left out', () => {
    const [read] = pendingKey.parse([{ ...sent, at: 1, status: 'confirmed', replacedBy: '<b>' }]) ?? []
    expect(read).not.toHaveProperty('replacedBy')
  })

  test.each([
    ['a transaction is its call', '0xAbc', { call: 'told' }],
    ['a batch is the wallet that took it', 'batch_0x1d', { takenBy: 'told' }],
  ])('the mark that an earlier release stored for %s', (_, hash, read) => {
    const kept = { ...sent, hash, at: 1, status: 'pending' } as const
    expect(pendingKey.parse([{ ...kept, mark: 'told' }])).toEqual([{ ...kept, ...read }])
    expect(pendingKey.parse([{ ...kept, ...read }])).toEqual([{ ...kept, ...read }])
    expect(pendingKey.parse([{ ...kept, mark: 'x'.repeat(401) }])).toEqual([kept])
  })

  test('what tells a replaced, expired or lost one stays with it; a number that none of ours can be is left out', () => {
    const plain = { ...sent, at: 1, status: 'pending' } as const
    const kept = { ...plain, nonce: 0, lastValidBlockHeight: 7, lost: true }
    expect(pendingKey.parse([kept])).toEqual([kept])
    expect(pendingKey.parse([{ ...kept, nonce: -1, lastValidBlockHeight: '7', lost: 1 }])).toStrictEqual([plain])
  })

  test('error: invalid tokens are left out', () => {
    const token = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
    const tokensOf = (tokens: unknown) => pendingKey.parse([{ ...sent, at: 1, status: 'pending', tokens }])?.[0]?.tokens
    expect([tokensOf([token, 'DUSD', 7]), tokensOf('all'), tokensOf(undefined)]).toEqual([[token], undefined, undefined])
  })

  test('error: an invalid amount is left out, and texts are cleaned', () => {
    const [read] = pendingKey.parse([{ ...sent, amount: '1e9', symbol: 'E\u202ETH', at: 1, status: 'pending' }]) ?? []
    expect(read).toMatchObject({ amount: undefined, symbol: 'ETH' })
  })
})
