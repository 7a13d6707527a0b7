import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../lib/later-errors'
import '../lib/money-errors'
import { expectSoon, hostileText, survive } from '../../.ci/hostile'
import {
  ALICE,
  answering,
  bitcoin,
  type Check,
  chain,
  cluster,
  context,
  devnet,
  from,
  inputs,
  isSum,
  node,
  optimism,
  patient,
  relay,
  said,
  stored,
} from '../../.ci/node-world'
import { adapter as bip122 } from './bip122'
import { adapter as eip155 } from './eip155'
import { adapter as polkadot } from './polkadot'
import { adapter as solana } from './solana'

/** Whole bodies, near what a node or an index sends; `ID` stands for the id of the call. */
const bodies: Readonly<Record<string, readonly [ask: (url: string) => Promise<unknown>, check: Check, ...near: string[]]>> = {
  'eip155 balance': [
    (url) => eip155.getBalance(optimism, from, { urls: [url], batch: 1 }, patient()),
    isSum,
    ...['{"jsonrpc":"2.0","id":ID,"result":"0x10"}', '[{"id":ID,"result":"0xa"}]', '{"error":{"code":-32005,"message":"Limit"}}'],
  ],
  'eip155 read': [
    (url) => eip155.read(optimism, { method: 'eth_getCode', params: [] }, { urls: [url], batch: 1 }),
    () => true,
    '{"jsonrpc":"2.0","id":ID,"result":{"a":"0x10"}}',
  ],
  'solana balance': [
    (url) => solana.getBalance(devnet, ALICE, { urls: [url], batch: 1 }, patient()),
    isSum,
    ...['{"id":ID,"result":{"value":12345678901234567890}}', '{"id":ID,"result":{"a":"1\\"2","value":5}}'],
  ],
  'polkadot read': [
    (url) => polkadot.read(relay, { method: 'system_name' }, { urls: [url], batch: 1 }),
    () => true,
    ...['{"jsonrpc":"2.0","id":ID,"result":"Parity"}', '{"id":ID,"error":{"code":-32601,"message":"No","data":[1]}}'],
  ],
  'bip122 balance': [
    (url) => bip122.getBalance(bitcoin, 'tb1q', { urls: [url], batch: 1 }, patient()),
    isSum,
    ...[
      '{"chain_stats":{"funded_txo_sum":5000,"spent_txo_sum":1},"mempool_stats":{"funded_txo_sum":1,"spent_txo_sum":4999}}',
      '{"chain_stats":{"funded_txo_sum":0,"spent_txo_sum":0},"mempool_stats":{"funded_txo_sum":0,"spent_txo_sum":0}}',
    ],
  ],
}
const identities: Readonly<Record<string, string>> = {
  eth_chainId: '0xa',
  getGenesisHash: cluster.getGenesisHash,
  chain_getBlockHash: stored.chain_getBlockHash,
}
/** Questions for the chain id get the right answer, so that the next read is sent. */
const bodied = (text: string) => (url: string, asked: string) => {
  if (url.endsWith('block-height/0')) return '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'
  const { id, method } = asked.startsWith('{') ? JSON.parse(asked) : { id: 0, method: '' }
  const identity = Object.hasOwn(identities, method) ? identities[method] : undefined
  return identity ? JSON.stringify({ jsonrpc: '2.0', id, result: identity }) : text.replaceAll('ID', String(id))
}

describe(`fuzz: the body of a chain’s answer, ${inputs} each`, () => {
  test.each(Object.entries(bodies))('%s', async (_, [ask, check, ...near]) => {
    node.answer = bodied(near[0] ?? '')
    await ask('https://rpc.example/')
    let count = 0
    await fc.assert(
      fc.asyncProperty(hostileText(...near), fc.boolean(), async (text, isNew) => {
        // Every other run is a new node, which gives the chain id in the same body.
        node.answer = isNew ? (_, asked) => text.replaceAll('ID', asked.match(/"id":(\d+)/)?.[1] ?? '1') : bodied(text)
        const read = await survive(() => ask(isNew ? `https://rpc.example/${count++}` : 'https://rpc.example/'))
        if (read !== undefined && !check(read)) throw new Error(`${String(read)} was read`)
      }),
      { numRuns: inputs },
    )
  })
  test.each(Object.entries(bodies))('%s: long bodies are parsed quickly', async (_, [ask, , ...near]) => {
    const long = ['{"a":', '[', '\\"', '"', '0', '{}', ',', ' ', '{"id":9},', '\\'].flatMap((unit) =>
      ['', '{"a":"', '[', ...near].map((start) => start + unit.repeat(400_000 / unit.length)),
    )
    for (const text of long) {
      node.answer = bodied(text)
      const started = performance.now()
      await survive(() => ask('https://rpc.example/'))
      expectSoon(performance.now() - started, text)
    }
  })
})

test('error: a thousand calls with far more answers are parsed quickly', async () => {
  const read = (index: number) => eip155.read(optimism, { method: 'eth_call', params: [index] }, context)
  node.answer = answering(said(chain), said(chain))
  await read(0)
  const flood = `[${'{},'.repeat(1_000_000)}{}]`
  node.answer = () => flood
  const started = performance.now()
  const answers = await Promise.allSettled(Array.from({ length: 1_000 }, (_, index) => read(index)))
  expect(new Set(answers.map((each) => each.status === 'rejected' && each.reason.code))).toEqual(new Set(['RPC_UNAVAILABLE']))
  expectSoon(performance.now() - started, flood)
})
