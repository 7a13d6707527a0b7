import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { chainOf, chains } from '../state/chains'
import { modal } from '../state/modal'
import { canClose, goBack, hideModal, navigate, resetHome } from './modal'
import { switchNetwork } from './network'
import { dismissSnack } from './notices'

/** Switches to a network chosen from a list, then leaves the Networks view; resolves to whether it did. */
export async function pickNetwork(networkId: CaipNetworkId, signal?: AbortSignal): Promise<boolean> {
  // A message that another network was declined would seem to be about this one.
  dismissSnack()
  const { namespace } = parseCaipNetworkId(networkId)
  const isConnected = Object.values(chains.byNamespace).some(({ status }) => status === 'connected')
  // The connected wallet has no account there: it stays active until one is connected for that namespace.
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
