import { lockScroll } from './scroll-lock'

/**
 * Frees the page while a dialog that is open cannot be seen, because the box that it stands in is not displayed (a menu that has
 * closed, a column that phones do not show): nothing on the page could be used. When it is displayed again, it is as before.
 * `unlockScroll` ends the lock that came with it. Returns the stop.
 */
export function freeWhileUnseen(dialog: HTMLDialogElement, unlockScroll: () => void): () => void {
  let unlock = unlockScroll
  const look = () => {
    const seen = dialog.checkVisibility()
    if (!dialog.open || seen === dialog.matches(':modal')) return
    if (seen) {
      dialog.removeAttribute('open')
      dialog.showModal()
      unlock = lockScroll()
      return
    }
    console.warn('<wallet-modal> is open in a box that is not displayed, where nobody can see it')
    unlock()
    // For the browser it is closed, and the focus goes back; for us it is open still.
    dialog.close()
    dialog.setAttribute('open', '')
  }
  const observer = new ResizeObserver(look)
  observer.observe(dialog)
  look()
  return () => {
    observer.disconnect()
    unlock()
  }
}
