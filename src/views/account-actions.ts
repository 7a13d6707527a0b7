import type { Feature } from '../state/config'
import type { IconName } from '../ui/icons'
import type { ViewName } from '.'

/** What can be done with an account, in the order of the strip. */
const actions = [
  { id: 'send', feature: 'send', icon: 'send', view: 'Send' },
  { id: 'swap', feature: 'swap', icon: 'swap', view: 'Swap' },
  { id: 'buy', feature: 'onramp', icon: 'plus', view: 'OnRamp' },
  { id: 'receive', feature: 'receive', icon: 'receive', view: 'Receive' },
] as const satisfies { id: string; feature: Feature; icon: IconName; view: ViewName }[]

/** The actions that the host wants offered. */
export const accountActions = (features: readonly Feature[]) => actions.filter(({ feature }) => features.includes(feature))
