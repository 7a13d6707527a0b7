import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submitCall } from '../adapters/eip155-call'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { config } from '../state/config'
import { pending } from '../state/pending'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { sender, submit } from './submission'

const HASH = `0x${'ab'.repeat(32)}`
let asked = 0
let answer: ((hash: string) => void) | undefined

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  answer = undefined
  asked = 0
  const send = () =>
    new Promise((resolve) => {
      asked++
      answer = resolve
    })
  const wallet = { request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x7a69' : send()) }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

test('a silent wallet is asked once and not waited for for ever; a late hash still counts, and is in Activity', async () => {
  const own = sender()
  if (!own) throw new Error('A wallet is expected')
  const request = Object.freeze({ value: '0x1' })
  const late = vi.fn<(hash: string) => void>()
  const submission = { kind: 'send', ...own, request, holds: () => true, note: { amount: '1' } } as const
  const sending = submit({ ...submission, send: (wallet) => submitCall(wallet, request) }, late)
  await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 10_000 })
  const ended = expect(sending).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  await vi.advanceTimersByTimeAsync(3_600_000)
  await ended
  expect([asked, pending.list, late.mock.calls]).toEqual([1, [], []])
  answer?.(HASH)
  await vi.waitFor(() => expect(pending.list).toMatchObject([{ hash: HASH, amount: '1', status: 'pending' }]))
  expect(late.mock.calls).toEqual([[HASH]])
})

test('a hash that arrives in time is given once, to the caller, and `late` is not called', async () => {
  const own = sender()
  if (!own) throw new Error('A wallet is expected')
  const late = vi.fn<(hash: string) => void>()
  const request = Object.freeze({ value: '0x1' })
  const submission = { kind: 'send', ...own, request, holds: () => true, note: { amount: '1' } } as const
  const sending = submit({ ...submission, send: (wallet) => submitCall(wallet, request) }, late)
  await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 10_000 })
  answer?.(HASH)
  expect(await sending).toBe(HASH)
  expect(late).not.toHaveBeenCalled()
})

test('a hash from a page’s sleep, longer than a request lives, counts as the page wakes: the review does not offer to send again', async () => {
  const own = sender()
  if (!own) throw new Error('A wallet is expected')
  const late = vi.fn<(hash: string) => void>()
  const request = Object.freeze({ value: '0x1' })
  const submission = { kind: 'send', ...own, request, holds: () => true, note: { amount: '1' } } as const
  const sending = expect(submit({ ...submission, send: (wallet) => submitCall(wallet, request) }, late)).resolves.toBe(HASH)
  await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 10_000 })
  // The time passes, and no timer fires; then all that are due fire before the message that the relay kept.
  vi.setSystemTime(Date.now() + 600_000)
  await vi.advanceTimersByTimeAsync(335_000)
  answer?.(HASH)
  await sending
  expect(late).not.toHaveBeenCalled()
})

test('promise 10, error: another wallet with the same account was not part of the review: it is asked for nothing', async () => {
  const own = sender()
  if (!own) throw new Error('A wallet is expected')
  const heard: string[] = []
  const other = { request: async ({ method }: { method: string }) => heard.push(method) }
  addConnector(mockWallet({ id: 'other' }, { connections: [mockConnection('eip155:31337', undefined, other)] }).connector)
  await connect({ wallet: 'other' })
  expect(sender()).toEqual({ ...own, connectorId: 'other' })
  const request = Object.freeze({ value: '0x1' })
  const submission = { kind: 'send', ...own, request, holds: () => true, note: { amount: '1' } } as const
  await expect(submit({ ...submission, send: (wallet) => submitCall(wallet, request) })).rejects.toMatchObject({
    code: 'TRANSACTION_CHANGED',
  })
  expect(heard).toEqual([])
})
