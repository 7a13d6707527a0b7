import { closeFrame } from '../src/controllers/embedded'
import { coverRoom, hasFramePlace, offerFramePlace } from '../src/controllers/frame-place'
import { onChange } from '../src/controllers/on-change'
import { modal } from '../src/state/modal'
import type { Door } from './page'
import { loadViews } from './views'

/**
 * Places the secure frame inside the element's dialog: `showModal()` makes everything outside it inert, and moving
 * a frame would reload it (ARCHITECTURE §15.3). It is removed with the dialog.
 */
export async function placeFrame(doors: Iterable<Door>): Promise<void> {
  const left = () => {
    modal.frameIn = undefined
    closeFrame()
  }
  if (hasFramePlace()) return
  const element = [...doors].find(({ elementId }) => elementId === modal.frameIn)
  // The element may have left while this loaded; the next frame then looks for another one.
  if (!element) return left()
  const dialog = await loadViews().then(
    () => dialogOf(element),
    // The caller of the frame gets the error.
    () => undefined,
  )
  if (!dialog) return left()
  const place = document.createElement('div')
  place.inert = true
  Object.assign(place.style, {
    position: 'fixed',
    zIndex: '1',
    insetBlockStart: '0',
    insetInlineStart: '0',
    inlineSize: '0',
    blockSize: '0',
    overflow: 'clip',
    visibility: 'hidden',
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
  offerFramePlace(
    place,
    () => element.embedded === true,
    (id) => [...doors].some(({ elementId }) => elementId === id),
  )
}

/** The dialog of the element's views, once they are drawn; undefined if the element leaves the page before. */
const dialogOf = (element: HTMLElement): Promise<Element | undefined> =>
  new Promise((resolve) =>
    whenFound(element, () => {
      const found = element.shadowRoot?.querySelector('dialog, [role="dialog"]') ?? undefined
      if (!found && element.isConnected) return false
      resolve(found)
      return true
    }),
  )

/** Calls `look` now and after each change of children in the element or its page, until it returns true. */
function whenFound(element: HTMLElement, look: () => boolean): void {
  if (look()) return
  const seen = new MutationObserver(() => {
    if (look()) seen.disconnect()
  })
  for (const root of [element.ownerDocument, element.getRootNode(), element.shadowRoot])
    if (root) seen.observe(root, { childList: true, subtree: true })
}
