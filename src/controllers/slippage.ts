import { SLIPPAGE_STOP, swap } from '../state/swap'

/** Sets how far the price may move, in whole percent from 1 to 50. An accepted high value stays accepted only when it is lowered. */
export function setSlippage(percent: number): void {
  if (!Number.isInteger(percent) || percent < 1 || percent > 50) return
  const isLess = percent >= SLIPPAGE_STOP && percent <= swap.slippage
  Object.assign(swap, { slippage: percent, slippageAccepted: isLess && swap.slippageAccepted })
}

/** Notes whether the visitor accepts a high slippage. */
export function acceptSlippage(accepted: boolean): void {
  swap.slippageAccepted = accepted
}
