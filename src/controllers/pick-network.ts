import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { chainOf, chains } from '../state/chains'
import { modal } from '../state/modal'
import { canClose, goBack, hideModal, navigate, resetHome } from './modal'
import { switchNetwork } from './network'
import { dismissSnack } from './notices'

/** Moves to a network from a list of them, and leaves the list of all once that has happened; resolves to whether it did. */
export async function pickNetwork(networkId: CaipNetworkId, signal?: AbortSignal): Promise<boolean> {
  // That another one was declined is no news of this one.
  dismissSnack()
  const { namespace } = parseCaipNetworkId(networkId)
  const isConnected = Object.values(chains.byNamespace).some(({ status }) => status === 'connected')
  // The wallet that is there cannot use these chains, and stays the one in use until another one is connected there.
  if (isConnected && chainOf(namespace).status !== 'connected') {
    chainOf(namespace).networkId = networkId
    const [root] = modal.stack
    if (root) root.data = { ...root.data, namespace }
    navigate('Connect')
    return true
  }
  const done = chains.active.networkId === networkId || (await switchNetwork(networkId, signal))
  if (done && modal.view === 'Networks') leaveNetworks()
  return done
}

function leaveNetworks(): void {
  if (modal.stack.length > 1) goBack()
  else if (modal.elementId !== undefined && canClose()) hideModal()
  else resetHome()
}
