import type { CaipNetworkId } from './caip'
import type { AccountType } from './wallet'

/** A user of the app's own backend. */
export type LoginUser = {
  readonly id: string
  readonly address: string
  /** The chain of the latest sign-in. */
  readonly chain: CaipNetworkId
  readonly accountType: AccountType
  readonly ref: string | null
  /** ISO 8601; empty for a support view whose backend does not say. */
  readonly createdAt: string
}

/** A time that support has viewed the account; times are epoch ms. */
export type SupportView = { readonly operator: string; readonly reason: string; readonly at: number; readonly until: number }
