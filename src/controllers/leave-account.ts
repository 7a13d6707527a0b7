import { modal } from '../state/modal'
import { disconnect } from './connection'
import { hideModal, resetView } from './modal'

/** Disconnects every wallet; the modal has nothing left to show and closes, an embedded one offers to connect. */
export function leaveAccount(): void {
  const embedded = modal.elementId === undefined
  hideModal()
  void disconnect()
  if (embedded) resetView('Connect')
}
