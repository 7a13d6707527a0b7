import { untilDone } from '../lib/when-loaded'
import { messages } from '../state/messages'
import { onChange } from './on-change'

const load = () => import('./nearest-locale').then(({ loadLater }) => loadLater())
let following = false
const lacks = () => messages.view !== undefined && !messages.view.swap

/** Loads what another language says beyond the first views, in every language from now on; a page by itself says next to nothing. */
export function followLaterWords(): void {
  if (following) return
  following = true
  loadMissing()
  onChange([messages], () => messages.view, loadMissing)
}

function loadMissing(): void {
  if (lacks()) void untilDone(load)
}

/** Settles once they are there, or did not load: what needs them would begin in English. Never rejects. */
export const laterWords = async (): Promise<unknown> => lacks() && load().catch(() => {})
