import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { resetStores } from '../state/store'
import { followTransactions, RELOAD_MS } from './follow-transactions'
import { notePending, settlePending } from './pending'

const owner = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const sent = { owner, networkId: 'eip155:1', hash: '0xAbc', kind: 'send' } as const

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  forget(pendingKey)
  resetStores()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a chunk that polls chains is loaded again if it failed, and only once if it did not', async () => {
  let asked = 0
  let polling = 0
  const pollOutcomes = () => {
    polling++
    return () => void polling--
  }
  const load = async () => {
    asked++
    if (asked === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return { pollOutcomes }
  }
  notePending(sent)
  const stop = followTransactions(load)
  await vi.advanceTimersByTimeAsync(0)
  expect([asked, polling]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(RELOAD_MS)
  expect([asked, polling]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(RELOAD_MS * 3)
  expect([asked, polling]).toEqual([2, 1])
  settlePending('0xAbc', 'confirmed')
  await vi.advanceTimersByTimeAsync(RELOAD_MS * 3)
  expect([asked, polling]).toEqual([2, 0])
  stop()
})
