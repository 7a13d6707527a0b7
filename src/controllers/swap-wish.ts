import { type CaipAddress, COIN, parseCaipAddress } from '../lib/caip'
import { isCoinContract } from '../lib/coin-contract'
import { decimalOf, isDecimal } from '../lib/format'
import type { SwapAsset } from '../lib/swap-asset'

/** What the host asked for: tokens by address or symbol, and an amount of the source token. */
export type SwapWish = { readonly [K in 'fromToken' | 'toToken' | 'amount']: string | undefined }

/** Reads a wish; anything but short texts is ignored. */
export function readWish(given: object): SwapWish {
  const { fromToken, toToken, amount } = given as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' && value.length <= 100 ? value : undefined)
  const typed = text(typeof amount === 'number' ? decimalOf(amount) : amount)
  return { fromToken: text(fromToken), toToken: text(toToken), amount: isDecimal(typed) ? typed : undefined }
}

/**
 * The address of the token that the host names. A symbol that several have is nobody's, unless the coin is among them: anybody may call
 * a token USDC, so the visitor chooses, by address.
 */
export function named(tokens: readonly SwapAsset[], word: string | undefined): CaipAddress | undefined {
  const wanted = word?.toLowerCase()
  const found = tokens.filter(({ symbol, address: caipAddress }) => {
    const { networkId, address } = parseCaipAddress(caipAddress)
    // The list has the coin itself in place of a contract that moves it.
    const isCoin = address.toLowerCase() === COIN && (isCoinContract(wanted) || isCoinContract(`${networkId}:${wanted}`))
    return isCoin || [symbol, caipAddress, address].some((each) => each.toLowerCase() === wanted)
  })
  const coin = found.find(({ address }) => address.toLowerCase().endsWith(COIN))
  return (coin ?? (found.length > 1 ? undefined : found[0]))?.address
}
