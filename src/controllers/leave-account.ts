import { chains } from '../state/chains'
import { modal } from '../state/modal'
import { disconnect } from './connection'
import { hideModal, navigate, resetView } from './modal'

/**
 * Disconnects the wallet, on all its chains; of several wallets the visitor picks which one to leave. A dialog closes; an element in
 * the page shows Connect.
 */
export function leaveAccount(): void {
  const own = chains.active.connectorId
  if (Object.values(chains.byNamespace).some(({ connectorId }) => connectorId && connectorId !== own))
    return navigate('YourAccount')
  const embedded = modal.elementId === undefined
  hideModal()
  void disconnect()
  if (embedded) resetView('Connect')
}
