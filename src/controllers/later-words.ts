import { untilDone } from '../lib/when-loaded'
import { messages } from '../state/messages'
import { onChange } from './on-change'

/** From the first opening on, loads what another language says beyond the first views; a page by itself says next to nothing. */
export function followLaterWords(): void {
  loadMissing()
  onChange([messages], () => messages.view, loadMissing)
}

function loadMissing(): void {
  if (messages.view && !messages.view.swap) void untilDone(() => import('./nearest-locale').then(({ loadLater }) => loadLater()))
}
