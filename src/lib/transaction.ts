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
  /** Decimal string in the main unit; undefined if the provider's is not an amount. */
  readonly amount: string | undefined
  /** Value in US dollars, decimal string. */
  readonly value: string | undefined
  /** The provider flags the collectible as spam. */
  readonly spam: boolean
}

/** One transaction of an account, from the provider's index or our own memory. */
export type Transaction = {
  readonly id: string
  readonly hash: string
  readonly networkId: CaipNetworkId
  readonly kind: TransactionKind
  readonly status: 'pending' | 'confirmed' | 'failed'
  /** One of our own that no node saw in time: it is no longer waited for. */
  readonly lost?: boolean | undefined
  /** Epoch ms. */
  readonly at: number
  readonly from: string
  /** Empty for the creation of a contract. */
  readonly to: string
  /** The application that it was made with. */
  readonly application: string | undefined
  readonly transfers: readonly Transfer[]
}

/** Whether it has transfers and all of them are spam. An approval has no transfers and is not spam. */
export const isSpam = ({ transfers }: Transaction): boolean => transfers.length > 0 && transfers.every(({ spam }) => spam)

/** Whether it moved anything; one that moved nothing may only be there to plant a look-alike address (SECURITY 14). */
export const movesValue = ({ transfers }: Transaction): boolean =>
  transfers.length === 0 || transfers.some(({ amount, spam }) => !spam && amount !== undefined && /[1-9]/.test(amount))
