import { modal } from '../state/modal'
import { disconnect } from './connection'
import { hideModal, resetView } from './modal'

/** Disconnects every wallet. A dialog closes; an element in the page shows Connect. */
export function leaveAccount(): void {
  const embedded = modal.elementId === undefined
  hideModal()
  void disconnect()
  if (embedded) resetView('Connect')
}
