import { parseCaipAddress } from '../lib/caip'
import { formatUnits } from '../lib/format'
import type { SwapAsset } from '../lib/swap-asset'
import type { ShownChange } from '../state/send'
import { type SwapReview, swap } from '../state/swap'
import { ambiguousAmong } from './holdings'
import { isCoin } from './swap-assets'
import { type FormSwap, plain } from './swap-calls'
import { usualFee } from './swap-form'

/** What the review shows of a swap, all from what will be signed. */
export function reviewOf(made: FormSwap): SwapReview {
  const { network, from, to, units, out, checked, first, batch } = made
  const others = checked.calls.length - 1
  const step = others === 0 ? 'swap' : batch ? 'both' : 'approve'
  // The swap cannot be estimated before its approval; assume the usual fee.
  const fee = step === 'both' ? first.fee * BigInt(others) + (usualFee() ?? 0n) : first.fee
  const amount = formatUnits(units, from.decimals)
  const isAmbiguous = ambiguousAmong(swap.tokens)
  const contractOf = (asset: SwapAsset) =>
    isAmbiguous(asset) && !isCoin(asset) ? parseCaipAddress(asset.address).address : undefined
  return {
    amount,
    out: formatUnits(out, to.decimals),
    step,
    router: checked.router,
    contracts: [contractOf(from), contractOf(to)],
    allows: others > 1 ? '0' : amount,
    least: formatUnits(checked.least, to.decimals),
    fee: formatUnits(fee, network.nativeCurrency.decimals),
    changes: checked.changes?.map(({ token, amount }): ShownChange => {
      const asset =
        token === undefined ? (isCoin(from) ? from : to) : [from, to].find((each) => plain(each) === token.toLowerCase())
      return { symbol: asset?.symbol ?? '', amount: formatUnits(amount, asset?.decimals ?? 18), token }
    }),
  }
}
