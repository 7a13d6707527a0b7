import { useSnapshot } from 'valtio'
import { type Route, routeTo } from '../controllers/connecting'
import { isMobile } from '../lib/platform'
import { connectors as found } from '../state/connectors'
import { modal } from '../state/modal'
import { type ChosenWallet, useChosenWallet } from './use-chosen-wallet'

/** The wallet of a connecting view, and how it is reached here. */
export type Connecting = ChosenWallet & { readonly route: Route }

/** The wallet that is to be connected, and how it is reached here. */
export function useConnecting(): Connecting {
  const chosen = useChosenWallet()
  const { list } = useSnapshot(found)
  const namespace = useSnapshot(modal).stack[0]?.data?.namespace
  const { id, listed, here } = chosen
  // If another wallet has claimed to be it since, neither has its id any more, and the one that was asked counts.
  const connectors = here && !list.some((each) => each.id === here.id) ? [here] : list
  return { ...chosen, route: routeTo(id, { connectors, listed, mobile: isMobile(), namespace }) }
}
