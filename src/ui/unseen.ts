import { lockScroll } from './scroll-lock'

/**
 * Frees the page while an open dialog cannot be seen because an element around it is not displayed (a closed menu, a column hidden
 * on phones): otherwise nothing on the page could be used. When displayed again, the dialog is as before. `unlockScroll` ends the
 * dialog's scroll lock. Returns the stop.
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
    // Closed for the browser, so that the focus goes back; still open for us.
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
