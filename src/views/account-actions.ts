import type { CaipNetworkId } from '../lib/caip'
import type { Feature } from '../state/config'
import type { IconName } from '../ui/icons'
import type { ViewName } from '.'

type Action = {
  readonly id: 'send' | 'swap' | 'buy' | 'receive'
  readonly feature: Feature
  readonly icon: IconName
  readonly view: ViewName
  /** Networks on which it is possible; absent: all. */
  readonly on?: RegExp
}

/** The actions of an account, in the order in which they are shown. */
const actions: readonly Action[] = [
  { id: 'send', feature: 'send', icon: 'send', view: 'Send', on: /^(eip155|solana):/ },
  { id: 'swap', feature: 'swap', icon: 'swap', view: 'Swap', on: /^eip155:/ },
  { id: 'buy', feature: 'onramp', icon: 'plus', view: 'OnRamp' },
  { id: 'receive', feature: 'receive', icon: 'receive', view: 'Receive' },
]

/** The actions that the host offers; what is not possible on the network is disabled, not hidden (CONTRACT). */
export const accountActions = (features: readonly Feature[], networkId: CaipNetworkId | undefined) =>
  actions
    .filter(({ feature }) => features.includes(feature))
    .map((each) => ({ ...each, disabled: !!each.on && !each.on.test(`${networkId}`) }))
