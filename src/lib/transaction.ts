import type { CaipNetworkId } from './caip'

/** What a transaction did, seen from the account; `executed` is any other call of a contract. */
export type TransactionKind =
  | 'sent'
  | 'received'
  | 'swapped'
  | 'approved'
  | 'minted'
  | 'burned'
  | 'bought'
  | 'deposited'
  | 'withdrawn'
  | 'claimed'
  | 'staked'
  | 'unstaked'
  | 'deployed'
  | 'canceled'
  | 'executed'

/** One movement of a token or a collectible. Texts are clean, pictures safe in `img`. */
export type Transfer = {
  readonly type: 'token' | 'nft'
  readonly direction: 'in' | 'out' | 'self'
  readonly name: string
  /** Empty for a collectible. */
  readonly symbol: string
  readonly imageUrl: string | undefined
  /** Decimal string in the main unit; undefined where the provider's is no amount. */
  readonly amount: string | undefined
  /** Worth in US dollars, decimal string. */
  readonly value: string | undefined
  /** The provider takes the collectible for a bait. */
  readonly spam: boolean
}

/** One transaction of an account, from the provider's index or our own memory. */
export type Transaction = {
  readonly id: string
  readonly hash: string
  readonly networkId: CaipNetworkId
  readonly kind: TransactionKind
  readonly status: 'pending' | 'confirmed' | 'failed'
  /** One of our own whose time is over and that no node has seen: nobody waits for it any more. */
  readonly lost?: boolean | undefined
  /** Epoch ms. */
  readonly at: number
  readonly from: string
  /** Empty where a contract was made. */
  readonly to: string
  /** The application that it went through. */
  readonly application: string | undefined
  readonly transfers: readonly Transfer[]
}

/** Whether it only brings baits: there are transfers, and each of them is flagged. An approval has none and is no spam. */
export const isSpam = ({ transfers }: Transaction): boolean => transfers.length > 0 && transfers.every(({ spam }) => spam)

/** Whether it moved anything of worth; one that did not may be there to plant an address (SECURITY 14). */
export const movesValue = ({ transfers }: Transaction): boolean =>
  transfers.length === 0 || transfers.some(({ amount, spam }) => !spam && amount !== undefined && /[1-9]/.test(amount))
