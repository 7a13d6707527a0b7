import { SLIPPAGE_STOP, swap } from '../state/swap'

/** How far the price may move before the swap does not happen, in whole percent. */
export function setSlippage(percent: number): void {
  if (!Number.isInteger(percent) || percent < 1 || percent > 50) return
  Object.assign(swap, { slippage: percent, slippageAccepted: percent >= SLIPPAGE_STOP && swap.slippageAccepted })
}

export function acceptSlippage(accepted: boolean): void {
  swap.slippageAccepted = accepted
}
