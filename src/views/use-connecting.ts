import { useSnapshot } from 'valtio'
import { type Route, routeTo } from '../controllers/connecting'
import { isMobile } from '../lib/platform'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { type ChosenWallet, useChosenWallet } from './use-chosen-wallet'

/** The wallet that the screen is about, and how it is reached here. */
export type Connecting = ChosenWallet & { readonly route: Route }

/** Which wallet is to be connected, how it is reached here, and what it is called. */
export function useConnecting(): Connecting {
  const chosen = useChosenWallet()
  const { list } = useSnapshot(connectors)
  const namespace = useSnapshot(modal).stack[0]?.data?.namespace
  const { id, listed } = chosen
  return { ...chosen, route: routeTo(id, { connectors: list, listed, mobile: isMobile(), namespace }) }
}
