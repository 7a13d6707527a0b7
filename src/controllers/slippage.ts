import { SLIPPAGE_STOP, swap } from '../state/swap'

/** How far the price may move before the swap does not happen, in whole percent. Who has accepted one has accepted less, and no more. */
export function setSlippage(percent: number): void {
  if (!Number.isInteger(percent) || percent < 1 || percent > 50) return
  const isLess = percent >= SLIPPAGE_STOP && percent <= swap.slippage
  Object.assign(swap, { slippage: percent, slippageAccepted: isLess && swap.slippageAccepted })
}

export function acceptSlippage(accepted: boolean): void {
  swap.slippageAccepted = accepted
}
