import { messages } from '../state/messages'
import { onChange } from './on-change'

/** A view does not wait longer for its words: on a line that stalls it begins in English. */
const LIMIT_MS = 1_000

let following = false

/** Loads what another language says beyond the first views, in every language from now on; a page by itself says next to nothing. */
export function followLaterWords(): void {
  void loadMissing()
  if (following) return
  following = true
  onChange([messages], () => messages.view, loadMissing)
}

/** Where they do not load, the next view that needs them asks again. */
const loadMissing = async (): Promise<void> => {
  if (!messages.view || messages.view.swap) return
  await import('./nearest-locale').then(({ loadLater }) => loadLater()).catch(() => {})
}

/** Settles once they are there, did not load, or take too long. Never rejects. */
export const laterWords = (): Promise<unknown> =>
  Promise.race([loadMissing(), new Promise((resolve) => setTimeout(resolve, LIMIT_MS))])
