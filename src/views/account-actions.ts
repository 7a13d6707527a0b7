import type { Feature } from '../state/config'
import type { IconName } from '../ui/icons'
import type { ViewName } from '.'

/** What can be done with an account, in the order of the strip. */
const actions = [
  { id: 'send', feature: 'send', icon: 'send' },
  { id: 'swap', feature: 'swap', icon: 'swap' },
  { id: 'buy', feature: 'onramp', icon: 'plus' },
  { id: 'receive', feature: 'receive', icon: 'receive' },
] as const satisfies { id: string; feature: Feature; icon: IconName }[]

/** The views behind them, as far as they are there. */
export const actionViews: Partial<Record<string, ViewName>> = { send: 'Send', swap: 'Swap', buy: 'OnRamp', receive: 'Receive' }

/** The actions that the host wants offered. */
export const accountActions = (features: readonly Feature[]) => actions.filter(({ feature }) => features.includes(feature))
