import { isBatch } from './batch-id'
import { type CaipAddress, type CaipNetworkId, isCaipAddress, isCaipNetworkId } from './caip'
import { isDecimal } from './format'
import type { StorageKey } from './storage'
import { plainText } from './text'

/** The purpose of a transaction that is sent from here. */
export type SubmissionKind = 'send' | 'approve' | 'swap' | 'name' | 'calls'

/** A transaction that was sent from here. Plain data; kept until the provider's history lists it. */
export type PendingTransaction = {
  /** Who sent it, on which network. */
  readonly owner: CaipAddress
  readonly networkId: CaipNetworkId
  readonly hash: string
  readonly kind: SubmissionKind
  /** Epoch ms. */
  readonly at: number
  /** Receiver, or the contract. */
  readonly to?: string | undefined
  /** What leaves the account: a decimal string in the main unit, and the token's symbol. */
  readonly amount?: string | undefined
  readonly symbol?: string | undefined
  /** Tokens whose balances it changes. */
  readonly tokens?: readonly CaipAddress[] | undefined
  status: 'pending' | 'confirmed' | 'failed'
  /** To recognize a replacement (EVM): its nonce, and its call (`callMark`). */
  readonly nonce?: number | undefined
  readonly call?: string | undefined
  /** Of a batch: the id of the wallet that took it. */
  readonly takenBy?: string | undefined
  /** Hash of the transaction that was mined in its place, where the wallet made another. */
  readonly replacedBy?: string | undefined
  /** The last block in which it can be included (Solana). */
  readonly lastValidBlockHeight?: number | undefined
  /** It has expired or no node has seen it; it is not followed any more. */
  readonly lost?: boolean | undefined
}

/** A call as one line, to compare transactions: an ordinary call completely, a long one by its beginning. */
export const callMark = ({ to, value, data }: { readonly to: string; readonly value: string; readonly data: string }): string =>
  [to.toLowerCase(), BigInt(value), data.length, data.slice(0, 202).toLowerCase()].join(' ')

/** The hash by which the chain and its index know it. */
export const hashOf = ({ hash, replacedBy = hash }: Pick<PendingTransaction, 'hash' | 'replacedBy'>): string => replacedBy

/** How many are kept. */
export const MAX_PENDING = 50
/** How many tokens a transaction may name: a swap changes two. */
const MAX_TOKENS = 2
const kinds: readonly SubmissionKind[] = ['send', 'approve', 'swap', 'name', 'calls']
const statuses: readonly PendingTransaction['status'][] = ['pending', 'confirmed', 'failed']

/** Where our own transactions are stored for a reload. */
export const pendingKey: StorageKey<PendingTransaction[]> = { area: 'local', name: 'pending-transactions', parse }

// Parsed by hand, as everything in storage is.
function parse(value: unknown): PendingTransaction[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, MAX_PENDING).flatMap((each) => parseOne(each) ?? [])
}

function parseOne(value: unknown): PendingTransaction | undefined {
  const record = Object(value) as Record<string, unknown>
  const {
    owner,
    networkId,
    hash,
    kind,
    at,
    to,
    amount,
    symbol,
    tokens,
    status,
    nonce,
    mark,
    lastValidBlockHeight,
    lost,
    replacedBy,
  } = record
  const isWhole = isCaipAddress(owner) && isCaipNetworkId(networkId) && isHash(hash)
  if (!isWhole || !isCount(at)) return undefined
  if (!isOneOf(kinds, kind) || !isOneOf(statuses, status)) return undefined
  const own = isBatch(hash) ? 'takenBy' : 'call'
  // Earlier releases kept either as `mark`.
  const { [own]: text = mark } = record
  return {
    owner,
    networkId,
    hash,
    kind,
    status,
    // A time in the future, after the clock was set back, would keep it from being followed and from expiring.
    at: Math.min(at, Date.now()),
    to: plainText(to, 200) || undefined,
    amount: isDecimal(amount) ? amount : undefined,
    symbol: plainText(symbol, 20) || undefined,
    ...(Array.isArray(tokens) && { tokens: tokens.filter(isCaipAddress).slice(0, MAX_TOKENS) }),
    ...(isCount(nonce) && { nonce }),
    ...(typeof text === 'string' && text.length <= 400 && { [own]: text }),
    ...(isCount(lastValidBlockHeight) && { lastValidBlockHeight }),
    ...(lost === true && { lost }),
    ...(isHash(replacedBy) && { replacedBy }),
  }
}

/** A hash, or the id of a batch, in which a wallet may use any characters. */
const isHash = (value: unknown): value is string => typeof value === 'string' && (isBatch(value) || /^\w{1,128}$/.test(value))
const isOneOf = <Value>(list: readonly Value[], value: unknown): value is Value => list.includes(value as Value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
