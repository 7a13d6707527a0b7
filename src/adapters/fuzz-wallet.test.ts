import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../lib/later-errors'
import '../lib/money-errors'
import { hostileLike, hostileObject, hostileText, made, survive } from '../../.ci/hostile'
import { inFull } from '../../.ci/in-full.mjs'
import type { Network } from '../lib/network'
import { adapter as bip122 } from './bip122'
import { adapter as eip155 } from './eip155'
import { discoversAssets, getAssets } from './eip155-assets'
import { capableOfBatch } from './eip155-batch'
import { submitCall } from './eip155-call'
import { readName } from './eip155-names'
import { networks } from './eip155-networks'
import { readAddress } from './eip155-transfers'
import { getCallsStatus, sendRequest } from './eip155-wallet-calls'
import { adapter as polkadot } from './polkadot'
import { adapter as solana } from './solana'
import { type SwapOrder, verifyApproval, verifySwap } from './swap-calldata'
import type { Adapter, WalletProvider } from './types'

const inputs = inFull(100_000, 50)
const optimism = networks.find(({ id }) => id === 10) as Network
const digits = (digit: string, count: number) => `0x${digit.repeat(count)}` as const
const [from, to, token, hash] = [digits('1', 40), digits('2', 40), digits('a', 40), digits('4', 64)] as const
const ALICE = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

const addressOf: Readonly<Record<string, readonly [adapter: Adapter, address: string, well: unknown]>> = {
  eip155: [eip155, from, digits('1', 130)],
  solana: [solana, ALICE, { signature: '1'.repeat(64) }],
  polkadot: [polkadot, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', { signature: digits('1', 128) }],
  bip122: [bip122, 'tb1q', { signature: '1'.repeat(128) }],
}
const hex = (id: number) => `0x${id.toString(16)}`
const coin = { type: 'native', address: 'native', balance: '0x10' }
const erc20 = { type: 'erc20', address: token, balance: '0x10', metadata: { name: 'A', symbol: 'A', decimals: 6, price: 1 } }
const abilities = { [hex(10)]: { atomic: { status: 'supported' }, assetDiscovery: { supported: true } }, '0x0': {} }
const batch = { version: '2.0.0', calls: [{ to }] }
const batchStatus = { status: 200, atomic: true, receipts: [{ transactionHash: hash }] }

type Is = (read: unknown) => boolean
const text =
  (pattern: RegExp): Is =>
  (read) =>
    typeof read === 'string' && pattern.test(read)
const isYesOrNo: Is = (read) => typeof read === 'boolean'
const isHash = text(/^0x[\da-f]{64}$/i)
const isSum: Is = (read) => read === undefined || text(/^\d+(\.\d+)?$/)(read)
/** A signature in each namespace’s encoding, and a chain’s number or name. */
const signatures: Readonly<Record<string, Is>> = {
  eip155: text(/^0x([\da-f]{2})*$/i),
  solana: text(/^[1-9A-HJ-NP-Za-km-z]+$/),
  polkadot: text(/^0x([\da-f]{2})+$/i),
  bip122: text(/^[\w+/]{86,}=*$/),
}
const isChain: Is = (read) => (typeof read === 'number' ? Number.isSafeInteger(read) && read > 0 : text(/^[-\w]{1,32}$/)(read))

type Asset = Awaited<ReturnType<typeof getAssets>> & object
const isAsset = ({ address = `eip155:10:${token}`, chainId, value, price, quantity, iconUrl = 'data:image/' }: Asset[number]) =>
  text(/^eip155:10:0x[\da-f]{40}$/i)(address) &&
  chainId === 'eip155:10' &&
  isSum(value) &&
  isSum(price) &&
  isSum(quantity.numeric) &&
  text(/^[1-9]\d{0,2}$/)(quantity.decimals) &&
  text(/^(https:|data:image\/)/)(iconUrl)

type Case = readonly [ask: (wallet: WalletProvider) => Promise<unknown>, is: Is, ...well: unknown[]]
/** Requests to a wallet without a chain, and the check of their results. */
const asked: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    Object.entries(addressOf).flatMap(([name, [adapter, address, well]]): [string, Case][] => [
      [`${name} signMessage`, [(wallet) => adapter.signMessage(wallet, address, 'm'), signatures[name] ?? isHash, well]],
      [
        `${name} getChainId`,
        [(wallet) => adapter.getChainId(wallet), isChain, hex(10), 10, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
      ],
    ]),
  ),
  discoversAssets: [(wallet) => discoversAssets(wallet, optimism, from), isYesOrNo, abilities],
  // What it rejects with is for the caller.
  getAssets: [
    (wallet) => getAssets({ request: (args) => wallet.request(args).catch(() => null) }, optimism, from),
    (read) => read === undefined || (read as Asset).every(isAsset),
    { [hex(10)]: [coin, erc20] },
  ],
  capableOfBatch: [(wallet) => capableOfBatch(wallet, optimism, from), isYesOrNo, abilities],
  sendRequest: [
    (wallet) => sendRequest(wallet, batch),
    (read) => {
      const { id, hash: named = hash } = read as { id: string; hash?: string }
      return text(/^[\s\S]{1,8194}$/)(id) && isHash(named)
    },
    hash,
    { id: hash, capabilities: { caip345: { transactionHashes: [hash] } } },
  ],
  submitCall: [(wallet) => submitCall(wallet, { from, to, value: '0x0', data: '0x' } as never), isHash, hash],
  getCallsStatus: [
    (wallet) => getCallsStatus(wallet, hash),
    (read) => {
      const { status, code, hashes } = read as Awaited<ReturnType<typeof getCallsStatus>>
      return text(/^(pending|confirmed|failed|partial)$/)(status) && code >= 100 && code < 700 && hashes.every(isHash)
    },
    batchStatus,
    { status: 'PENDING' },
  ],
}

test('error: a signature whose length cannot be compared is refused', async () => {
  const wallet = { request: async () => ({ length: { toString: 1 } }) }
  await expect(eip155.signMessage(wallet, from, 'm')).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
})
describe(`fuzz: a wallet’s answers, ${inputs} each`, () => {
  test.each(Object.entries(asked))('%s', async (_, [ask, is, ...well]) => {
    const given = fc.oneof({ weight: 3, arbitrary: hostileLike(...well).map(made) }, hostileObject)
    await fc.assert(
      fc.asyncProperty(given, fc.boolean(), async (make, isRefusal) => {
        const request = async () => {
          if (isRefusal) throw make()
          return make()
        }
        // A wallet that refuses gives no result, whatever it rejects with.
        const read = await survive(() => ask({ request }).then((answer) => ({ answer })))
        const { answer } = (read ?? {}) as { answer?: unknown }
        if (read !== undefined && !is(answer)) throw new Error(`${JSON.stringify(answer)} was read`)
      }),
      { numRuns: inputs },
    )
  })
})

const order: SwapOrder = { networkId: 'eip155:10', user: from, from: token, to, amount: 1_000n, least: 990n }
const word = (value: string) => value.slice(2).padStart(64, '0')
const [amount, least] = ['0x3e8', '0x3de']
const router = digits('c', 40)
const on = (address: string) => `eip155:10:${address}` as const
const swap = { from: on(from), to: on(router), data: `0xd5bcb9b5${[token, to, amount, least, from].map(word).join('')}` }
const approval = { from: on(token), to: on(token), value: '0', data: `0x095ea7b3${word(router)}${word(amount)}` }
const { known: _, ...swapped } = verifySwap(order, swap)
const approved = verifyApproval(order, router, approval)

// Its members are strings at this point (`src/api/convert.ts`), whatever they contain.
describe(`fuzz: calls that a service built, ${inputs} each`, () => {
  const near = [swap.data, approval.data, swap.from, swap.to, approval.from, '0', '0x0']
  const given = fc.record({
    from: fc.oneof(fc.constantFrom(swap.from, approval.from), hostileText(...near)),
    to: fc.oneof(fc.constantFrom(swap.to, approval.to), hostileText(...near)),
    data: fc.oneof(fc.constantFrom(swap.data, approval.data), hostileText(...near)),
    value: fc.oneof(fc.constantFrom('0'), hostileText('0', '0x0', '1')),
  })
  test('a swap, an approval', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (built) => {
        const read = (await survive(() => verifySwap(order, built as never))) as typeof swapped | undefined
        // Only the target is the service's choice.
        if (read && (read.call.from !== swapped.call.from || read.call.value !== 0n || read.least < order.least))
          throw new Error('Another swap than was shown')
        const call = await survive(() => verifyApproval(order, router, built as never))
        if (call !== undefined) expect(call).toEqual(approved)
      }),
      { numRuns: inputs },
    )
  })
})

describe(`fuzz: typed receivers, ${inputs} each`, () => {
  test('names', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText('ada.eth', 'Ada.eth', 'a.b.eth', 'ádá.eth'), async (text) => {
        const { status, ...more } = (await survive(() => readName(text))) as Awaited<ReturnType<typeof readName>>
        const { name = '' } = more as { name?: string }
        // By the name tables, one character becomes at most six (㌖ is キロメートル).
        if (name.length > 6 * text.length || /[\s<>\u200b\u202e]/.test(name)) throw new Error(`${name} is ${status}`)
      }),
      { numRuns: inputs },
    )
  })
  test('addresses', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', from), async (text) => {
        const read = (await survive(() => readAddress(text))) as ReturnType<typeof readAddress>
        const isHis = !('address' in read) || read.address?.toLowerCase() === text.toLowerCase()
        if (!isHis) throw new Error(`${text} is read as another`)
      }),
      { numRuns: inputs },
    )
  })
})
