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
  const element = [...doors].find(({ elementId }) => elementId === modal.frameIn)
  if (!element || hasFramePlace()) return
  await loadViews()
  const dialog = await dialogOf(element)
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
  const gone = new MutationObserver(() => {
    if (place.isConnected) return
    gone.disconnect()
    stop()
    hide?.()
    modal.frameIn = undefined
    closeFrame()
  })
  gone.observe(element.ownerDocument, { childList: true, subtree: true })
  if (element.shadowRoot) gone.observe(element.shadowRoot, { childList: true, subtree: true })
  offerFramePlace(place)
}

/** The dialog of the element's views, once they are drawn. */
function dialogOf({ shadowRoot }: HTMLElement): Promise<Element> {
  const find = () => shadowRoot?.querySelector('dialog, [role="dialog"]')
  return new Promise((resolve) => {
    const look = () => {
      const found = find()
      if (!found) return
      drawn.disconnect()
      resolve(found)
    }
    const drawn = new MutationObserver(look)
    if (shadowRoot) drawn.observe(shadowRoot, { childList: true, subtree: true })
    look()
  })
}
