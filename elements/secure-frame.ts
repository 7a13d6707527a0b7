import { closeFrame } from '../src/controllers/embedded'
import { coverRoom, hasFramePlace, offerFramePlace } from '../src/controllers/frame-place'
import { onChange } from '../src/controllers/on-change'
import { modal } from '../src/state/modal'
import type { Door } from './page'
import { loadViews } from './views'

/**
 * Gives the secure frame its place inside the element's dialog: `showModal()` makes everything outside it inert, and moving
 * a frame would load it anew (ARCHITECTURE §15.3). It goes with the dialog.
 */
export async function placeFrame(doors: Iterable<Door>): Promise<void> {
  const left = () => {
    modal.frameIn = undefined
    closeFrame()
  }
  if (hasFramePlace()) return
  const element = [...doors].find(({ elementId }) => elementId === modal.frameIn)
  // It may have left while this loaded; then the next frame looks for another one.
  if (!element) return left()
  const dialog = await loadViews().then(
    () => dialogOf(element),
    // Whoever asks the frame is told.
    () => undefined,
  )
  if (!dialog) return left()
  const place = document.createElement('div')
  place.inert = true
  Object.assign(place.style, {
    ...{ position: 'fixed', zIndex: '1', insetBlockStart: '0', insetInlineStart: '0', inlineSize: '0', blockSize: '0' },
    ...{ overflow: 'clip', visibility: 'hidden' },
  })
  dialog.append(place)
  const isShown = () =>
    modal.view === 'ApproveTransaction' && (modal.elementId === undefined || modal.elementId === modal.frameIn)
  let hide: (() => void) | undefined
  const look = () => {
    hide?.()
    hide = isShown() ? coverRoom(place) : undefined
  }
  const stop = onChange([modal], isShown, look)
  look()
  whenFound(element, () => {
    if (place.isConnected) return false
    stop()
    hide?.()
    left()
    return true
  })
  offerFramePlace(place, () => element.embedded === true)
}

/** The dialog of the element's views, once they are drawn; undefined where the element leaves the page before. */
const dialogOf = (element: HTMLElement): Promise<Element | undefined> =>
  new Promise((resolve) =>
    whenFound(element, () => {
      const found = element.shadowRoot?.querySelector('dialog, [role="dialog"]') ?? undefined
      if (!found && element.isConnected) return false
      resolve(found)
      return true
    }),
  )

/** Looks now, and whenever something comes into the element or its page or goes from there, until it says that it has found what it looks for. */
function whenFound(element: HTMLElement, look: () => boolean): void {
  if (look()) return
  const seen = new MutationObserver(() => {
    if (look()) seen.disconnect()
  })
  for (const root of [element.ownerDocument, element.getRootNode(), element.shadowRoot])
    if (root) seen.observe(root, { childList: true, subtree: true })
}
