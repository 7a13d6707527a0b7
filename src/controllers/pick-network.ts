import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { chainOf, chains } from '../state/chains'
import { modal } from '../state/modal'
import { goBack, hideModal, resetHome, resetView } from './modal'
import { switchNetwork } from './network'

/** Moves to a network from the list of them, and leaves the list once that has happened; resolves to whether it did. */
export async function pickNetwork(networkId: CaipNetworkId, signal?: AbortSignal): Promise<boolean> {
  const done = chains.active.networkId === networkId || (await switchNetwork(networkId, signal))
  if (done && modal.view === 'Networks') leaveNetworks(networkId)
  return done
}

function leaveNetworks(networkId: CaipNetworkId): void {
  const { namespace } = parseCaipNetworkId(networkId)
  const another = Object.values(chains.byNamespace).some(({ status }) => status === 'connected')
  // The wallet that is there cannot use these chains: another one is wanted.
  if (another && chainOf(namespace).status !== 'connected') return resetView('Connect')
  if (modal.stack.length > 1) goBack()
  else if (modal.elementId !== undefined) hideModal()
  else resetHome()
}
