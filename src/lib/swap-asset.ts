import type { CaipAddress } from './caip'

/** A token that can be swapped; the coin's address is `0xeeee…eeee`. */
export type SwapAsset = {
  readonly address: CaipAddress
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Safe in `img`. */
  readonly iconUrl: string | undefined
}
