import { parseUnits } from '../lib/format'
import type { SwapAsset } from '../lib/swap-asset'
import { type emptySwap, SLIPPAGE_STOP } from '../state/swap'
import { lacksGas } from './send-problem'

type Form = Readonly<ReturnType<typeof emptySwap>>

/** Why a swap cannot be reviewed yet, in the order in which a person would fix it. */
export type SwapProblem =
  | 'token-missing'
  | 'amount-missing'
  | 'amount-invalid'
  | 'amount-too-much'
  | 'balance-unknown'
  | 'no-gas'
  | 'no-quote'
  | 'quote-failed'
  | 'slippage'
  | 'loading'

/** What a swap depends on besides its form. */
export type SwapCircumstances = {
  readonly from: SwapAsset | undefined
  readonly to: SwapAsset | undefined
  readonly coin: SwapAsset | undefined
  readonly isCoin: boolean
  /** Base units of the coin. */
  readonly fee: bigint | undefined
  readonly isSmartAccount: boolean
}

/** The first problem of a swap; undefined where it can be reviewed. */
export function swapProblem(form: Form, around: SwapCircumstances): SwapProblem | undefined {
  const { from, to, coin, isCoin, fee, isSmartAccount } = around
  if (!from || !to) return 'token-missing'
  if (form.amount.trim() === '') return 'amount-missing'
  const units = parseUnits(form.amount, from.decimals)
  if (!units) return 'amount-invalid'
  const held = form.held[from.address]
  const isUntraded = form.quoteStatus === 'none'
  if (held === undefined) return isUntraded ? 'no-quote' : form.faults[from.address] ? 'balance-unknown' : 'loading'
  if (units > BigInt(held)) return 'amount-too-much'
  const coins = coin && form.held[coin.address]
  if (coin && coins !== undefined && fee !== undefined) {
    const gas = { balance: BigInt(coins), fee, decimals: coin.decimals, price: form.prices[coin.address], isSmartAccount }
    if (lacksGas(gas) || (isCoin && !isSmartAccount && units + fee > BigInt(coins))) return 'no-gas'
  }
  if (isUntraded) return 'no-quote'
  if (form.quoteStatus === 'failed' && !form.quote) return 'quote-failed'
  if (!form.quote || form.quote.amount !== units.toString()) return 'loading'
  return form.slippage >= SLIPPAGE_STOP && !form.slippageAccepted ? 'slippage' : undefined
}
