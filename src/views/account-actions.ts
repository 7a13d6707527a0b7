import { adapters } from '../adapters'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import type { Feature } from '../state/config'
import type { IconName } from '../ui/icons'
import type { ViewName } from '.'

type Action = {
  readonly id: 'send' | 'swap' | 'buy' | 'receive'
  readonly feature: Feature
  readonly icon: IconName
  readonly view: ViewName
  /** What a chain of the account's kind has to have for it. */
  readonly needs?: 'transfers' | 'swap'
}

/** What can be done with an account, in the order of the strip. */
const actions: readonly Action[] = [
  { id: 'send', feature: 'send', icon: 'send', view: 'Send', needs: 'transfers' },
  { id: 'swap', feature: 'swap', icon: 'swap', view: 'Swap', needs: 'swap' },
  { id: 'buy', feature: 'onramp', icon: 'plus', view: 'OnRamp' },
  { id: 'receive', feature: 'receive', icon: 'receive', view: 'Receive' },
]

/** The actions that the host wants offered, without those that no network of this kind has. */
export const accountActions = (features: readonly Feature[], networkId: CaipNetworkId | undefined): readonly Action[] => {
  const entry = networkId && adapters[parseCaipNetworkId(networkId).namespace]
  return actions.filter(({ feature, needs }) => features.includes(feature) && (!needs || entry?.[needs]))
}
