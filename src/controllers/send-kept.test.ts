import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { emptySend, send } from '../state/send'
import { reset, resetStores } from '../state/store'
// The reads after a transfer may outlive the test: their chunks are loaded before.
import './account'
import './tokens'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { confirmSend, keepReview, reviewSend } from './send'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const TO = '2fbTvtTvj1ZBtKJJPhHXcDRrXsM4z3EfGXrXsVgbyAhu'
const units = 10n ** 12n
/** The fee that the nodes name, and their newest block. */
let fee = 5_000n
let block = 0
let lastValidBlockHeight: number | undefined
/** The blocks whose hashes the wallet was asked to sign for, and its answers. */
let signed: (string | undefined)[] = []
let answer = async () => '1'.repeat(64)
const nodes: Transfers = {
  readAddress: (address) => ({ address }),
  held: async () => ({ units, decimals: 9 }),
  inspect: async () => [],
  estimate: async () => ({ fee, maxFee: fee, deposit: 0n }),
  prepare: async () => ({
    ...{ request: { block: `${++block}` }, fee, maxFee: fee, deposit: 0n, changes: [{ token: undefined, amount: -1n }] },
    ...(lastValidBlockHeight && { lastValidBlockHeight }),
  }),
  submit: (_, __, request) => {
    signed.push(request.block)
    return answer()
  },
}

let solana: NamespaceEntry | undefined
beforeEach(async () => {
  resetStores()
  Object.assign(config, { networks: [SOLANA] })
  solana = adapters.solana
  adapters.solana = { ...solana, transfers: async () => ({ transfers: nodes }) } as NamespaceEntry
  const wallet = { request: async () => SOLANA }
  addConnector(mockWallet({ namespaces: ['solana'] }, { connections: [mockConnection(SOLANA, TO, wallet)] }).connector)
  await connect({ wallet: 'mock' })
  const filled = { amount: '1.5', receiver: TO, receiverStatus: 'found', found: { address: TO, name: undefined } } as const
  const held = { tokenId: 'native', units: `${units}`, decimals: 9 }
  const known = { held, coin: held.units, cost: { fee: '5000', maxFee: '5000', deposit: '0', least: '0' }, warnings: [] }
  reset(send, { ...emptySend(chains.active.caipAddress), ...filled, ...known })
  ;[fee, block, lastValidBlockHeight, signed, answer] = [5_000n, 0, 1, [], async () => '1'.repeat(64)]
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  vi.useFakeTimers()
})
afterEach(() => {
  if (solana) adapters.solana = solana
  vi.useRealTimers()
  vi.unstubAllGlobals()
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

/** Reviews the transfer and reads that for so long. */
async function read(seconds: number, meanwhile = () => {}): Promise<() => void> {
  await reviewSend()
  expect(send.status).toBe('reviewing')
  const stop = keepReview()
  await vi.advanceTimersByTimeAsync(1_000)
  meanwhile()
  await vi.advanceTimersByTimeAsync((seconds - 1) * 1_000)
  return stop
}

test('a review on Solana that is read for two minutes is sent, with a blockhash of the last ones; it led back to the form after 45 s', async () => {
  const stop = await read(119)
  const shown = JSON.stringify(send.review)
  expect(await confirmSend()).toBe(true)
  expect([signed, shown]).toEqual([['6'], expect.stringContaining('"amount":"1.5"')])
  stop()
})

test('so it is after a while in the background', async () => {
  const stop = await read(1, () => Object.assign(document, { hidden: true }))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(block).toBe(1)
  Object.assign(document, { hidden: false })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await confirmSend()).toBe(true)
  expect(signed).toEqual(['2'])
  stop()
})

test('error: what would be another review is not put in the place of the one that is read', async () => {
  const stop = await read(50, () => {
    fee = 6_000n
  })
  expect(send.review?.fee).toBe('0.000005')
  await expect(confirmSend.run()).rejects.toMatchObject({ code: 'TRANSACTION_CHANGED' })
  expect([signed, send.status]).toEqual([[], 'editing'])
  stop()
})

test('error: what the host has changed meanwhile gets into no transaction', async () => {
  const stop = await read(50, () => Object.assign(send, { amount: '2.5' }))
  expect([block, send.review?.amount]).toEqual([1, '1.5'])
  await expect(confirmSend.run()).rejects.toMatchObject({ code: 'TRANSACTION_CHANGED' })
  stop()
})

test('once the wallet was asked the bytes stay the same: if it has sent them after all, they are not executed again', async () => {
  answer = async () => {
    throw new Error('The node has not answered')
  }
  const stop = await read(1)
  expect(await confirmSend()).toBe(false)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await confirmSend()).toBe(false)
  expect(signed).toEqual(['1', '1'])
  stop()
})

test('elsewhere, where a review holds for ten minutes, nothing is asked meanwhile, nor once it is left', async () => {
  const leave = await read(1)
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  lastValidBlockHeight = undefined
  send.status = 'editing'
  const stop = await read(60)
  expect(block).toBe(2)
  stop()
})
