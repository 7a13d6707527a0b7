import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../lib/later-errors'
import '../lib/money-errors'
import { hostileLike, survive } from '../../.ci/hostile'
import {
  ALICE,
  type Answers,
  answering,
  areWarnings,
  type Check,
  chain,
  cluster,
  context,
  devnet,
  digits,
  ethereum,
  far,
  from,
  hash,
  inputs,
  isCost,
  isHeld,
  isOutcome,
  isPrepared,
  isSum,
  mined,
  mint,
  named,
  node,
  optimism,
  patient,
  relay,
  resolved,
  reverted,
  SOMEBODY,
  said,
  sent,
  stored,
  to,
  token,
} from '../../.ci/node-world'
import { adapter as eip155 } from './eip155'
import { addressOfName, nameOfAddress } from './eip155-names'
import { outcomeOf } from './eip155-outcome'
import { transfers } from './eip155-transfers'
import { verifySignature } from './eip155-verify'
import { adapter as polkadot } from './polkadot'
import { adapter as solana } from './solana'
import { outcomeOf as solanaOutcome } from './solana-outcome'
import { transfers as solanaTransfers } from './solana-transfers'

const order = { from, to, amount: 1n }
const solanaOrder = { from: ALICE, to: SOMEBODY, amount: 1n }

/** Every journey that reads a chain: the request, the check of its result, and a node’s correct answers. */
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

describe(`fuzz: a chain’s answers, ${inputs} each`, () => {
  test.each(Object.entries(journeys))('%s', async (_, [ask, check, well]) => {
    node.answer = answering(well, well)
    const first = await ask()
    if (!check(first)) throw new Error(`Where all is well it is ${String(first)}`)
    const refusing = Object.fromEntries(Object.keys(well).map((method) => [method, { error: reverted }]))
    const vast = JSON.parse(JSON.stringify(well).replace(/"0x[0-9a-f]{1,4}"/g, JSON.stringify(far)))
    await fc.assert(
      fc.asyncProperty(hostileLike(well, well, vast, { ...well, ...refusing }), async (answers) => {
        node.answer = answering(answers, well)
        const read = await survive(ask)
        if (read !== undefined && !check(read)) throw new Error('What was read is not what it must be')
      }),
      { numRuns: inputs },
    )
  })
})

const latest = { value: { blockhash: 'not base58: 0OIl', lastValidBlockHeight: 200 } }
test.each<[string, keyof typeof journeys, Record<string, unknown>]>([
  ['a block number beyond JavaScript’s integers', 'eip155 replaced', { eth_blockNumber: far }],
  ['a nonce beyond JavaScript’s integers', 'eip155 replaced', { eth_getTransactionCount: far }],
  ['a transaction with an unsafe nonce', 'eip155 outcome', { eth_getTransactionByHash: { ...mined, nonce: far } }],
  [
    'a transaction with an invalid hash',
    'eip155 replaced',
    { eth_getBlockByNumber: { transactions: [{ ...mined, hash: 'javascript:alert(1)' }] } },
  ],
  ['an invalid blockhash', 'solana transfer', { getLatestBlockhash: latest }],
])('error: %s', async (_, name, odd) => {
  const [ask, , well] = journeys[name] ?? []
  node.answer = answering({ ...well, ...said(odd) }, well ?? {})
  await expect(ask?.()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
})
test('error: an unconfirmed transaction in a block is not lost, even after its last block', async () => {
  const [ask, , well] = journeys['solana outcome'] ?? []
  const status = { value: [{ err: null, confirmationStatus: 'processed' }] }
  node.answer = answering({ ...well, ...said({ getBlockHeight: 51, getSignatureStatuses: status }) }, well ?? {})
  expect(await ask?.()).toEqual({ status: 'pending' })
})
test('error: a token with impossible decimals has no balance', async () => {
  const odd = { ...said(chain), eth_call: { result: digits('1', 64) } }
  node.answer = answering(odd, said(chain))
  await expect(transfers.held(optimism, from, token, context)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
})
test('a contract whose decimals are unreadable is not a token', async () => {
  node.answer = answering({ ...said(chain), eth_call: { result: { toString: 1 } } }, said(chain))
  expect(await transfers.inspect(optimism, { from, to, tokens: [] }, context)).toEqual(['contract'])
})
