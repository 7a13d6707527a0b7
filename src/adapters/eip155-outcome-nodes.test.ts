import { afterEach, expect, test, vi } from 'vitest'
import type { Network } from '../lib/network'
import { callMark } from '../lib/pending-transaction'
import { networks } from './eip155-networks'
import { outcomeOf } from './eip155-outcome'

const network = networks.find(({ id }) => id === 31337) as Network
const from = `0x${'a'.repeat(40)}`
const to = `0x${'b'.repeat(40)}`
const hashOf = (digit: string) => `0x${digit.repeat(64)}`
const [ours, faster] = [hashOf('1'), hashOf('2')]
const NONCE = 7
const MINED = 1_000_000
const transaction = { hash: ours, from, to, nonce: '0x7', value: '0x1', input: '0x' }
const call = callMark({ to, value: '0x1', data: '0x' })
const hex = (count: number) => `0x${count.toString(16)}`

type Answers = Readonly<Record<string, (...params: [string, string?]) => unknown>>
/** A chain that mined our nonce in block `MINED`, seen through nodes that differ in their latest block. */
const mined: Answers = {
  eth_chainId: () => '0x7a69',
  eth_blockNumber: () => hex(MINED),
  eth_getTransactionCount: (_, block) => hex(block === 'latest' || Number(block) >= MINED ? NONCE + 1 : NONCE),
  eth_getTransactionReceipt: () => null,
  eth_getBlockByNumber: (block) => ({ transactions: Number(block) === MINED ? [transaction] : [] }),
}

function serve(answers: Answers): void {
  vi.stubGlobal('fetch', async (_: unknown, { body }: RequestInit) => {
    const { id, method, params = [''] } = JSON.parse(String(body)) as { id: number; method: string; params?: [string, string?] }
    try {
      return Response.json({ jsonrpc: '2.0', id, result: answers[method]?.(...params) })
    } catch (error) {
      return Response.json({ jsonrpc: '2.0', id, error: { code: -32000, message: (error as Error).message } })
    }
  })
}
afterEach(() => vi.unstubAllGlobals())

const ask = (more: { call?: string } = {}) =>
  outcomeOf(network, { hash: ours, from, nonce: NONCE, ...more }, { urls: ['http://node.example/'], batch: 1 })

test('error: a block that only one node has does not decide yet', async () => {
  serve({ ...mined, eth_blockNumber: () => hex(MINED - 1) })
  expect(await ask({ call })).toEqual({ status: 'pending' })
})

test.each([
  ['our own', ours],
  ['the replacement', faster],
])('error: a block without a receipt for %s does not decide yet', async (_, hash) => {
  serve({ ...mined, eth_getBlockByNumber: () => ({ transactions: [{ ...transaction, hash }] }) })
  expect(await ask({ call })).toMatchObject({ status: 'pending' })
})

test('error: our own transaction in the block has not failed, even without a mark of its call', async () => {
  serve(mined)
  expect(await ask()).toEqual({ status: 'pending' })
})

test.each([0, 1, 2, 5, 50])('a replacement %i blocks ago is found by a node that keeps 128 states', async (age) => {
  const head = MINED + age
  serve({
    ...mined,
    eth_blockNumber: () => hex(head),
    eth_getTransactionCount(account, block) {
      if (block !== 'latest' && Number(block) <= head - 128) throw new Error('missing trie node')
      return mined.eth_getTransactionCount?.(account, block)
    },
    eth_getTransactionReceipt: (hash) => (hash === faster ? { status: '0x1' } : null),
    eth_getBlockByNumber: (block) => ({ transactions: Number(block) === MINED ? [{ ...transaction, hash: faster }] : [] }),
  })
  expect(await ask({ call })).toEqual({ status: 'confirmed', hash: faster })
})

test('one many blocks ago is found by an archive node', async () => {
  serve({
    ...mined,
    eth_blockNumber: () => hex(MINED + 49_000),
    eth_getTransactionReceipt: (hash) => (hash === faster ? { status: '0x0' } : null),
    eth_getBlockByNumber: (block) => ({ transactions: Number(block) === MINED ? [{ ...transaction, hash: faster }] : [] }),
  })
  expect(await ask({ call })).toEqual({ status: 'failed', hash: faster })
})

test.each([
  ['may do the same: a visitor who is told that it failed would pay twice', '0x0', '0x1234', { status: 'unknown' }],
  ['may be its only call, which sends coins', '0x1', '0x', { status: 'unknown' }],
  ['that moves nothing is the wallet’s cancel', '0x0', '0x', { status: 'failed', hash: faster }],
])('a replacement of a batch, whose call is not known, %s', async (_, value, input, outcome) => {
  serve({ ...mined, eth_getBlockByNumber: () => ({ transactions: [{ ...transaction, hash: faster, value, input }] }) })
  expect(await ask()).toEqual(outcome)
})
