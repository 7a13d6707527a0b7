import { useSnapshot } from 'valtio'
import { type Route, routeTo } from '../controllers/connecting'
import { isMobile } from '../lib/platform'
import { connectors as found } from '../state/connectors'
import { modal } from '../state/modal'
import { type ChosenWallet, useChosenWallet } from './use-chosen-wallet'

/** The wallet that the screen is about, and how it is reached here. */
export type Connecting = ChosenWallet & { readonly route: Route }

/** Which wallet is to be connected, how it is reached here, and what it is called. */
export function useConnecting(): Connecting {
  const chosen = useChosenWallet()
  const { list } = useSnapshot(found)
  const namespace = useSnapshot(modal).stack[0]?.data?.namespace
  const { id, listed, here } = chosen
  // Its rdns is claimed by another one, too, since it was asked.
  const connectors = here?.duplicate && here.id === here.rdns ? [here] : list
  return { ...chosen, route: routeTo(id, { connectors, listed, mobile: isMobile(), namespace }) }
}
