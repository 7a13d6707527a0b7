import fc from 'fast-check'
import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/later-errors'
import '../lib/money-errors'
import { hostileLike, hostileText, survive } from '../../.ci/hostile'
import { inFull } from '../../.ci/in-full.mjs'
import { isDecimal } from '../lib/format'
import type { Network } from '../lib/network'
import { callMark } from '../lib/pending-transaction'
import { adapter as bip122 } from './bip122'
import { networks as bitcoins } from './bip122-networks'
import { adapter as eip155 } from './eip155'
import { addressOfName, nameOfAddress } from './eip155-names'
import { networks as evm } from './eip155-networks'
import { outcomeOf } from './eip155-outcome'
import { transfers } from './eip155-transfer'
import { verifySignature } from './eip155-verify'
import { RPC_TIMEOUT_MS } from './json-rpc-fetch'
import { adapter as polkadot } from './polkadot'
import { networks as relays } from './polkadot-networks'
import { adapter as solana } from './solana'
import { networks as clusters } from './solana-networks'
import { outcomeOf as solanaOutcome } from './solana-outcome'
import { transfers as solanaTransfers } from './solana-transfers'

/** Each is a journey of several questions. */
const inputs = inFull(100_000, 15)

const of = (list: readonly Network[], name: string): Network => {
  const network = list.find((each) => each.name === name)
  if (!network) throw new Error(`${name} is not in the table`)
  return network
}
const optimism = of(evm, 'OP Mainnet')
const ethereum = of(evm, 'Ethereum')
const devnet = of(clusters, 'Solana Devnet')
const relay = of(relays, 'Polkadot')
const bitcoin = of(bitcoins, 'Bitcoin Testnet')
const context = { urls: ['https://rpc.example/'], batch: 1000 }
/** Never given up. */
const patient = () => new AbortController().signal

const digits = (digit: string, count: number): Hex => `0x${digit.repeat(count)}`
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const [from, to, token] = [digits('1', 40), digits('2', 40), digits('a', 40)] as [Address, Address, Address]
const hash = digits('4', 64)
/** More than JavaScript counts exactly. */
const far = digits('f', 20)
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const log = { address: token, topics: [TRANSFER, word(1), word(2)], data: word(5) }
const mined = { hash: digits('5', 64), from, to, nonce: '0x7', value: '0x1', input: '0x' }
const sent = { hash, from, nonce: 7, mark: callMark({ to, value: '0x1', data: '0x' }) }

const ALICE = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const SOMEBODY = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const base64 = (length: number, set: Readonly<Record<number, number>> = {}) =>
  Buffer.from(Array.from({ length }, (_, at) => set[at] ?? 0)).toString('base64')
const accountOf = (owner: string, data: string) => ({ lamports: 9_000_000, owner, executable: false, data: [data, 'base64'] })
const purse = accountOf('11111111111111111111111111111111', '')
const mint = accountOf(PROGRAM, base64(82, { 44: 6, 45: 1 }))
const holding = accountOf(PROGRAM, base64(165, { 64: 7 }))

/** What a node says to each method, as JSON-RPC has it: a result or an error. */
type Answers = Readonly<Record<string, unknown>>
const said = (results: Readonly<Record<string, unknown>>): Answers =>
  Object.fromEntries(Object.entries(results).map(([method, result]) => [method, { result }]))
const reverted = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
const chain = {
  ...{ eth_chainId: '0xa', eth_getBalance: '0x10', eth_call: word(18), eth_getCode: '0x60', eth_blockNumber: '0x20' },
  ...{ eth_estimateGas: '0x5208', eth_gasPrice: '0x1', eth_maxPriorityFeePerGas: '0x1', eth_getTransactionCount: '0x8' },
  eth_getBlockByNumber: { baseFeePerGas: '0x7', transactions: [mined] },
  eth_getTransactionReceipt: null,
  eth_getTransactionByHash: mined,
  eth_simulateV1: [{ calls: [{ status: '0x1', returnData: '0x', logs: [log] }] }],
}
const cluster = {
  ...{ getGenesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', getBalance: { value: 5 }, getBlockHeight: 100 },
  getLatestBlockhash: { value: { blockhash: SOMEBODY, lastValidBlockHeight: 200 } },
  getMultipleAccounts: { value: [purse, purse, mint] },
  getMinimumBalanceForRentExemption: 2_039_280,
  getFeeForMessage: { value: 5000 },
  simulateTransaction: { value: { err: null, logs: ['ok'], accounts: [purse, holding] } },
  getSignatureStatuses: { value: [{ err: null, confirmationStatus: 'processed' }] },
}
const stored = { chain_getBlockHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3' }
const resolved = encodeAbiParameters(
  [{ type: 'bytes' }, { type: 'address' }],
  [encodeAbiParameters([{ type: 'address' }], [to]), to],
)
const named = encodeAbiParameters([{ type: 'string' }, { type: 'address' }, { type: 'address' }], ['ada.eth', to, to])

type Check = (read: unknown) => boolean
const isSum: Check = (sum) => isDecimal(sum) && String(sum).length < 200
const isUnits: Check = (sum) => typeof sum === 'bigint' && sum >= 0n
const member = (read: unknown, name: string): unknown => Object(read)[name]
const isHeld: Check = (read) => isUnits(member(read, 'units')) && Number(member(read, 'decimals')) <= 255
const areWarnings: Check = (read) =>
  Array.isArray(read) && read.every((each) => /^(zero|self|token|contract|off-curve|not-a-wallet)$/.test(each))
const isCost: Check = (read) => ['fee', 'maxFee', 'deposit'].every((name) => isUnits(member(read, name)))
const isPrepared: Check = (read) => {
  const { request, changes = [] } = Object(read)
  const isText = Object.values(request).every((each) => typeof each === 'string')
  const areChanges = changes.every(
    ({ token, amount }: { token?: string; amount: unknown }) =>
      typeof amount === 'bigint' && (token === undefined || /^(0x[0-9a-f]{40}|[1-9A-Za-z]{32,44})$/.test(token)),
  )
  return isCost(read) && Object.isFrozen(request) && isText && areChanges
}
const isOutcome: Check = (read) => {
  const { status, hash = digits('0', 64), nonce = 0 } = Object(read)
  const isKnown = /^(pending|confirmed|failed|unknown)$/.test(status)
  return isKnown && /^0x[0-9a-f]{64}$/i.test(hash) && Number.isSafeInteger(nonce)
}
const order = { from, to, amount: 1n }
const solanaOrder = { from: ALICE, to: SOMEBODY, amount: 1n }

/** Every journey that reads a chain: what is asked, what it must be where it is anything, and what a node says where all is well. */
const journeys: Readonly<Record<string, readonly [ask: () => Promise<unknown>, check: Check, well: Answers]>> = {
  'eip155 balance': [() => eip155.getBalance(optimism, from, context, patient()), isSum, said(chain)],
  'eip155 held': [() => transfers.held(optimism, from, token, context), isHeld, said(chain)],
  'eip155 receiver': [() => transfers.inspect(optimism, { from, to, tokens: [] }, context), areWarnings, said(chain)],
  'eip155 cost': [() => transfers.estimate(optimism, order, context), isCost, said(chain)],
  'eip155 transfer': [() => transfers.prepare(optimism, order, context), isPrepared, said(chain)],
  'eip155 outcome': [() => outcomeOf(optimism, { hash, from }, context), isOutcome, said(chain)],
  'eip155 replaced': [() => outcomeOf(optimism, sent, context), isOutcome, said(chain)],
  'eip155 contract signature': [
    () => verifySignature(optimism, { address: from, message: 'm', signature: digits('1', 132) }, context),
    (read) => typeof read === 'boolean',
    said(chain),
  ],
  'eip155 address of a name': [
    () => addressOfName('ada.eth', 1, ethereum, context),
    (read) => read === undefined || /^0x[0-9a-f]{40}$/i.test(String(read)),
    said({ eth_chainId: '0x1', eth_call: resolved }),
  ],
  'eip155 name of an address': [
    () => nameOfAddress(to, ethereum, context),
    (read) => read === undefined || (typeof read === 'string' && !/[\s<>\u200b-\u202e]/.test(read)),
    said({ eth_chainId: '0x1', eth_call: named }),
  ],
  'solana balance': [() => solana.getBalance(devnet, ALICE, context, patient()), isSum, said(cluster)],
  'solana held': [
    () => solanaTransfers.held(devnet, ALICE, SOMEBODY, context),
    isHeld,
    said({ ...cluster, getMultipleAccounts: { value: [mint] } }),
  ],
  'solana receiver': [() => solanaTransfers.inspect(devnet, { ...solanaOrder, tokens: [] }, context), areWarnings, said(cluster)],
  'solana transfer': [() => solanaTransfers.prepare(devnet, solanaOrder, context), isPrepared, said(cluster)],
  'solana token': [
    () => solanaTransfers.prepare(devnet, { ...solanaOrder, token: SOMEBODY }, context),
    isPrepared,
    said(cluster),
  ],
  'solana outcome': [
    () => solanaOutcome(devnet, { hash: 'h', from: ALICE, lastValidBlockHeight: 50 }, context),
    isOutcome,
    said(cluster),
  ],
  'polkadot balance': [
    () => polkadot.getBalance(relay, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', context, patient()),
    isSum,
    said({ ...stored, state_getStorage: digits('01', 80) }),
  ],
}

let answer: (url: string, body: string) => string
beforeEach(() => {
  // Each answer takes longer than anybody waits, so none is asked for twice.
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    now += RPC_TIMEOUT_MS
    return new Response(answer(String(url), String(init?.body)))
  })
  // Pauses are passed over, and no limit comes.
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => (ms < 2_000 ? setImmediate(run) : undefined))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A node that gives each call its answer; which chain it is on it tells truly. */
const answering = (answers: unknown, well: Answers) => (_: string, body: string) => {
  const asked = JSON.parse(body)
  const one = ({ id, method }: { id: number; method: string }) => {
    const isIdentity = /^(eth_chainId|getGenesisHash|chain_getBlockHash)$/.test(method)
    return { jsonrpc: '2.0', id, ...Object((isIdentity ? well : Object(answers))[method]) }
  }
  return JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked))
}

describe(`fuzz: what a chain answers, ${inputs} each`, () => {
  test.each(Object.entries(journeys))('%s', async (_, [ask, check, well]) => {
    answer = answering(well, well)
    const first = await ask()
    if (!check(first)) throw new Error(`Where all is well it is ${String(first)}`)
    const refusing = Object.fromEntries(Object.keys(well).map((method) => [method, { error: reverted }]))
    const vast = JSON.parse(JSON.stringify(well).replace(/"0x[0-9a-f]{1,4}"/g, JSON.stringify(far)))
    await fc.assert(
      fc.asyncProperty(hostileLike(well, well, vast, { ...well, ...refusing }), async (answers) => {
        answer = answering(answers, well)
        const read = await survive(ask)
        if (read !== undefined && !check(read)) throw new Error('What was read is not what it must be')
      }),
      { numRuns: inputs },
    )
  })
})

const latest = { value: { blockhash: 'not base58: 0OIl', lastValidBlockHeight: 200 } }
test.each<[string, keyof typeof journeys, Record<string, unknown>]>([
  ['a block further than JavaScript counts', 'eip155 replaced', { eth_blockNumber: far }],
  ['more transactions than JavaScript counts', 'eip155 replaced', { eth_getTransactionCount: far }],
  ['a transaction of a number that cannot be kept', 'eip155 outcome', { eth_getTransactionByHash: { ...mined, nonce: far } }],
  [
    'a transaction under what is no hash',
    'eip155 replaced',
    { eth_getBlockByNumber: { transactions: [{ ...mined, hash: 'javascript:alert(1)' }] } },
  ],
  ['a blockhash that is none', 'solana transfer', { getLatestBlockhash: latest }],
])('error: %s', async (_, name, odd) => {
  const [ask, , well] = journeys[name] ?? []
  answer = answering({ ...well, ...said(odd) }, well ?? {})
  await expect(ask?.()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
})
test('a contract whose decimals are no text is no token', async () => {
  answer = answering({ ...said(chain), eth_call: { result: { toString: 1 } } }, said(chain))
  expect(await transfers.inspect(optimism, { from, to, tokens: [] }, context)).toEqual(['contract'])
})

/** Whole bodies, near what a node or an index writes: `ID` stands for the number of the call. */
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
    ...['[{"txid":"a","value":5000},{"value":1}]', '[]'],
  ],
}
const identities: Readonly<Record<string, string>> = {
  eth_chainId: '0xa',
  getGenesisHash: cluster.getGenesisHash,
  chain_getBlockHash: stored.chain_getBlockHash,
}
/** Who asks which chain this is hears the truth, so that what is asked next is heard too. */
const bodied = (text: string) => (url: string, asked: string) => {
  if (url.endsWith('block-height/0')) return '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'
  const { id, method } = asked.startsWith('{') ? JSON.parse(asked) : { id: 0, method: '' }
  const identity = Object.hasOwn(identities, method) ? identities[method] : undefined
  return identity ? JSON.stringify({ jsonrpc: '2.0', id, result: identity }) : text.replaceAll('ID', String(id))
}

describe(`fuzz: the body of a chain’s answer, ${inputs} each`, () => {
  test.each(Object.entries(bodies))('%s', async (_, [ask, check, ...near]) => {
    answer = bodied(near[0] ?? '')
    await ask('https://rpc.example/')
    let count = 0
    await fc.assert(
      fc.asyncProperty(hostileText(...near), fc.boolean(), async (text, isNew) => {
        // Every other one is a node that is met for the first time, and says no better which chain it is on.
        answer = isNew ? (_, asked) => text.replaceAll('ID', asked.match(/"id":(\d+)/)?.[1] ?? '1') : bodied(text)
        const read = await survive(() => ask(isNew ? `https://rpc.example/${count++}` : 'https://rpc.example/'))
        if (read !== undefined && !check(read)) throw new Error(`${String(read)} was read`)
      }),
      { numRuns: inputs },
    )
  })
  test.each(Object.entries(bodies))('%s: long bodies are done with soon', async (_, [ask, , ...near]) => {
    const long = ['{"a":', '[', '\\"', '"', '0', '{}', ',', ' ', '{"id":9},', '\\'].flatMap((unit) =>
      ['', '{"a":"', '[', ...near].map((start) => start + unit.repeat(400_000 / unit.length)),
    )
    for (const text of long) {
      answer = bodied(text)
      const started = performance.now()
      await survive(() => ask('https://rpc.example/'))
      expect(performance.now() - started, text.slice(0, 60)).toBeLessThan(5_000)
    }
  })
})

test('error: a thousand calls that are answered by far more are done with soon', async () => {
  const read = (index: number) => eip155.read(optimism, { method: 'eth_call', params: [index] }, context)
  answer = answering(said(chain), said(chain))
  await read(0)
  const flood = `[${'{},'.repeat(1_000_000)}{}]`
  answer = () => flood
  const started = performance.now()
  const answers = await Promise.allSettled(Array.from({ length: 1_000 }, (_, index) => read(index)))
  expect(new Set(answers.map((each) => each.status === 'rejected' && each.reason.code))).toEqual(new Set(['RPC_UNAVAILABLE']))
  expect(performance.now() - started).toBeLessThan(5_000)
})
