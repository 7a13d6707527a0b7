import { useSnapshot } from 'valtio'
import { type Route, routeTo } from '../controllers/connecting'
import { listedWallet } from '../controllers/select-wallet'
import { isMobile } from '../lib/platform'
import { attempt } from '../state/attempt'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { useMessages } from './use-messages'

/** The wallet that the screen is about: the one it was opened with, else the one that is asked. */
export type Connecting = { readonly id: string; readonly name: string; readonly icon: string | undefined; readonly route: Route }

/** Which wallet is to be connected, how it is reached here, and what it is called. */
export function useConnecting(): Connecting {
  const t = useMessages()
  const { top } = useSnapshot(modal)
  const { wallet } = useSnapshot(attempt)
  const { list } = useSnapshot(connectors)
  const lists = useSnapshot(wallets)
  const id = top.data?.walletId ?? wallet?.id ?? ''
  const listed = listedWallet(id, lists)
  const route = routeTo(id, { connectors: list, listed, mobile: isMobile() })
  const here = route.kind === 'installed' ? route.wallet : undefined
  const known = { name: here?.name ?? listed?.name, icon: here?.icon ?? listed?.imageUrl }
  // A wallet that answered a code is known by the name it gives itself.
  const peer = top.data?.walletId ? undefined : wallet
  return { id, name: peer?.name ?? known.name ?? t.connecting.wallet, icon: peer?.icon ?? known.icon, route }
}
