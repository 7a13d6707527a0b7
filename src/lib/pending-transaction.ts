import { type CaipAddress, type CaipNetworkId, isCaipAddress, isCaipNetworkId } from './caip'
import { isDecimal } from './format'
import type { StorageKey } from './storage'
import { plainText } from './text'

/** What a transaction that is sent from here is to do. */
export type SubmissionKind = 'send' | 'approve' | 'swap' | 'name' | 'calls'

/** A transaction that was sent from here. Plain data; kept until the provider's index tells it. */
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
  /** What tells it from another one in its place (EVM): its number among the sender's, and what it does. */
  readonly nonce?: number | undefined
  readonly mark?: string | undefined
  /** Hash of the transaction that was mined in its place, where the wallet made another. */
  readonly replacedBy?: string | undefined
  /** After which block it can no longer land (Solana). */
  readonly lastValidBlockHeight?: number | undefined
  /** Its time is over and no node has seen it; nobody asks any more. */
  readonly lost?: boolean | undefined
}

/** What a call does in a line, to compare two transactions by; the whole of an ordinary call, the beginning of a long one. */
export const callMark = ({ to, value, data }: { readonly to: string; readonly value: string; readonly data: string }): string =>
  [to.toLowerCase(), BigInt(value), data.length, data.slice(0, 202).toLowerCase()].join(' ')

/** The hash by which the chain and its index know it. */
export const hashOf = ({ hash, replacedBy = hash }: Pick<PendingTransaction, 'hash' | 'replacedBy'>): string => replacedBy

/** As many as are kept; nobody waits for more. */
export const MAX_PENDING = 50
/** A swap changes two. */
const MAX_TOKENS = 2
const kinds: readonly SubmissionKind[] = ['send', 'approve', 'swap', 'name', 'calls']
const statuses: readonly PendingTransaction['status'][] = ['pending', 'confirmed', 'failed']

/** Our own transactions, in the place where a reload finds them. */
export const pendingKey: StorageKey<PendingTransaction[]> = { area: 'local', name: 'pending-transactions', parse }

// Parsed by hand, as everything in storage is.
function parse(value: unknown): PendingTransaction[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, MAX_PENDING).flatMap((each) => parseOne(each) ?? [])
}

function parseOne(value: unknown): PendingTransaction | undefined {
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
  } = Object(value) as Record<string, unknown>
  const isWhole = isCaipAddress(owner) && isCaipNetworkId(networkId) && isHash(hash)
  if (!isWhole || !isCount(at)) return undefined
  if (!isOneOf(kinds, kind) || !isOneOf(statuses, status)) return undefined
  return {
    ...{ owner, networkId, hash, kind, status },
    // Of a time to come it would never be asked for, nor grow old: the clock has been set back.
    at: Math.min(at, Date.now()),
    to: plainText(to, 200) || undefined,
    amount: isDecimal(amount) ? amount : undefined,
    symbol: plainText(symbol, 20) || undefined,
    ...(Array.isArray(tokens) && { tokens: tokens.filter(isCaipAddress).slice(0, MAX_TOKENS) }),
    ...(isCount(nonce) && { nonce }),
    ...(typeof mark === 'string' && mark.length <= 400 && { mark }),
    ...(isCount(lastValidBlockHeight) && { lastValidBlockHeight }),
    ...(lost === true && { lost }),
    ...(isHash(replacedBy) && { replacedBy }),
  }
}

/** In its place stands the id of a batch (lib/batch-id.ts), which is as its wallet likes. */
const isHash = (value: unknown): value is string => typeof value === 'string' && /^(\w{1,128}|batch_.+)$/s.test(value)
const isOneOf = <Value>(list: readonly Value[], value: unknown): value is Value => list.includes(value as Value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
