import type { CaipAddress, CaipNetworkId } from './caip'

/** One token of an account. Sums are decimal strings; `address` is absent for the native token. */
export type TokenBalance = {
  readonly name: string
  readonly symbol: string
  readonly chainId: CaipNetworkId | undefined
  readonly address: CaipAddress | undefined
  /** Value of the whole balance, and of one token, in US dollars. */
  readonly value: string | undefined
  readonly price: string | undefined
  /** `numeric` in the main unit. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  /** Safe in `img`. */
  readonly iconUrl: string | undefined
}
