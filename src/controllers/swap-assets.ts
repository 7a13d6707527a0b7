import { COIN } from '../lib/caip'
import { formatUnits, parseUnits } from '../lib/format'
import type { SwapAsset } from '../lib/swap-asset'
import { swap } from '../state/swap'

/** One of the tokens that can be swapped. */
export const assetOf = (address: string | undefined): SwapAsset | undefined =>
  address === undefined ? undefined : swap.tokens.find((each) => each.address === address)

/** Whether an asset is the network's coin. */
export const isCoin = ({ address }: Pick<SwapAsset, 'address'>): boolean => address.toLowerCase().endsWith(COIN)

/** The quoted output as a decimal string; undefined while it is not known. */
export function outOf({ quote, to }: Pick<typeof swap, 'quote' | 'to'>): string | undefined {
  const asset = assetOf(to)
  return quote && asset && formatUnits(BigInt(quote.out), asset.decimals)
}

/** The typed amount in base units of the source token; undefined unless it is exact. */
export function swapUnits(): bigint | undefined {
  const from = assetOf(swap.from)
  return from && parseUnits(swap.amount, from.decimals)
}
