import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { afterEach, beforeEach, vi } from 'vitest'
import '../src/lib/later-errors'
import '../src/lib/money-errors'
import { networks as bitcoins } from '../src/adapters/bip122-networks'
import { networks as evm } from '../src/adapters/eip155-networks'
import { RPC_TIMEOUT_MS } from '../src/adapters/node-answer'
import { networks as relays } from '../src/adapters/polkadot-networks'
import { networks as clusters } from '../src/adapters/solana-networks'
import { isDecimal } from '../src/lib/format'
import type { Network } from '../src/lib/network'
import { callMark } from '../src/lib/pending-transaction'
import { inFull } from './in-full.mjs'

/** Number of inputs; each is a sequence of several requests. */
export const inputs = inFull(100_000, 15)

const of = (list: readonly Network[], name: string): Network => {
  const network = list.find((each) => each.name === name)
  if (!network) throw new Error(`${name} is not in the table`)
  return network
}
export const optimism = of(evm, 'OP Mainnet')
export const ethereum = of(evm, 'Ethereum')
export const devnet = of(clusters, 'Solana Devnet')
export const relay = of(relays, 'Polkadot')
export const bitcoin = of(bitcoins, 'Bitcoin Testnet')
export const context = { urls: ['https://rpc.example/'], batch: 1000 }
/** A signal that never aborts. */
export const patient = () => new AbortController().signal

export const digits = (digit: string, count: number): Hex => `0x${digit.repeat(count)}`
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
export const [from, to, token] = [digits('1', 40), digits('2', 40), digits('a', 40)] as [Address, Address, Address]
export const hash = digits('4', 64)
/** Larger than JavaScript's exact integers. */
export const far = digits('f', 20)
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const log = { address: token, topics: [TRANSFER, word(1), word(2)], data: word(5) }
export const mined = { hash: digits('5', 64), from, to, nonce: '0x7', value: '0x1', input: '0x' }
export const sent = { hash, from, nonce: 7, mark: callMark({ to, value: '0x1', data: '0x' }) }

export const ALICE = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
export const SOMEBODY = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const base64 = (length: number, set: Readonly<Record<number, number>> = {}) =>
  Buffer.from(Array.from({ length }, (_, at) => set[at] ?? 0)).toString('base64')
const accountOf = (owner: string, data: string) => ({
  lamports: 9_000_000,
  owner,
  executable: false,
  data: [data, 'base64'],
})
const purse = accountOf('11111111111111111111111111111111', '')
export const mint = accountOf(PROGRAM, base64(82, { 44: 6, 45: 1 }))
const holding = accountOf(PROGRAM, base64(165, { 64: 7 }))

/** A node's JSON-RPC answer to each method: a result or an error. */
export type Answers = Readonly<Record<string, unknown>>
export const said = (results: Readonly<Record<string, unknown>>): Answers =>
  Object.fromEntries(Object.entries(results).map(([method, result]) => [method, { result }]))
export const reverted = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
export const chain = {
  ...{ eth_chainId: '0xa', eth_getBalance: '0x10', eth_call: word(18), eth_getCode: '0x60', eth_blockNumber: '0x20' },
  ...{ eth_estimateGas: '0x5208', eth_gasPrice: '0x1', eth_maxPriorityFeePerGas: '0x1', eth_getTransactionCount: '0x8' },
  eth_getBlockByNumber: { baseFeePerGas: '0x7', transactions: [mined] },
  eth_getTransactionReceipt: null,
  eth_getTransactionByHash: mined,
  eth_simulateV1: [{ calls: [{ status: '0x1', returnData: '0x', logs: [log] }] }],
}
export const cluster = {
  ...{ getGenesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', getBalance: { value: 5 }, getBlockHeight: 100 },
  getLatestBlockhash: { value: { blockhash: SOMEBODY, lastValidBlockHeight: 200 } },
  getMultipleAccounts: { value: [purse, purse, mint] },
  getMinimumBalanceForRentExemption: 2_039_280,
  getFeeForMessage: { value: 5000 },
  simulateTransaction: { value: { err: null, logs: ['ok'], accounts: [purse, holding] } },
  getSignatureStatuses: { value: [{ err: null, confirmationStatus: 'processed' }] },
}
export const stored = { chain_getBlockHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3' }
export const resolved = encodeAbiParameters(
  [{ type: 'bytes' }, { type: 'address' }],
  [encodeAbiParameters([{ type: 'address' }], [to]), to],
)
export const named = encodeAbiParameters([{ type: 'string' }, { type: 'address' }, { type: 'address' }], ['ada.eth', to, to])

export type Check = (read: unknown) => boolean
export const isSum: Check = (sum) => isDecimal(sum) && String(sum).length < 200
const isUnits: Check = (sum) => typeof sum === 'bigint' && sum >= 0n
const member = (read: unknown, name: string): unknown => Object(read)[name]
export const isHeld: Check = (read) => isUnits(member(read, 'units')) && Number(member(read, 'decimals')) <= 255
export const areWarnings: Check = (read) =>
  Array.isArray(read) && read.every((each) => /^(zero|self|token|contract|off-curve|not-a-wallet)$/.test(each))
export const isCost: Check = (read) => ['fee', 'maxFee', 'deposit'].every((name) => isUnits(member(read, name)))
export const isPrepared: Check = (read) => {
  const { request, changes = [] } = Object(read)
  const isText = Object.values(request).every((each) => typeof each === 'string')
  const areChanges = changes.every(
    ({ token, amount }: { token?: string; amount: unknown }) =>
      typeof amount === 'bigint' && (token === undefined || /^(0x[0-9a-f]{40}|[1-9A-Za-z]{32,44})$/.test(token)),
  )
  return isCost(read) && Object.isFrozen(request) && isText && areChanges
}
export const isOutcome: Check = (read) => {
  const { status, hash = digits('0', 64), nonce = 0 } = Object(read)
  const isKnown = /^(pending|confirmed|failed|unknown)$/.test(status)
  return isKnown && /^0x[0-9a-f]{64}$/i.test(hash) && Number.isSafeInteger(nonce)
}
/** The node's answer to a request. */
export const node: { answer(url: string, body: string): string } = { answer: () => '' }
beforeEach(() => {
  // Each answer takes longer than any retry limit, so no request is repeated.
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    now += RPC_TIMEOUT_MS
    return new Response(node.answer(String(url), String(init?.body)))
  })
  // Pauses are skipped, and time limits never fire.
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => (ms < 2_000 ? setImmediate(run) : undefined))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A node that gives each call its answer; it reports its real chain id. */
export const answering = (answers: unknown, well: Answers) => (_: string, body: string) => {
  const asked = JSON.parse(body)
  const one = ({ id, method }: { id: number; method: string }) => {
    const isIdentity = /^(eth_chainId|getGenesisHash|chain_getBlockHash)$/.test(method)
    return { jsonrpc: '2.0', id, ...Object((isIdentity ? well : Object(answers))[method]) }
  }
  return JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked))
}
