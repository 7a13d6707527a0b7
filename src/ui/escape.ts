import { isComposed } from './composed'
import { deepActiveElement, focusHeading, wrapTab } from './focus'

/** Reports Escape, by key or by `cancel` (the Android back gesture), once each, and keeps Tab inside. Returns its stop. */
export function onEscape(dialog: HTMLDialogElement, report: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  dialog.addEventListener(
    'cancel',
    (event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      report()
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    (event) => {
      const ours = event.composedPath().includes(dialog)
      if (!ours && event.target !== document.body) return
      if (event.defaultPrevented || isComposed(event)) return
      if (event.key === 'Tab' && wrapTab(dialog, event.shiftKey)) event.preventDefault()
      if (event.key !== 'Escape') return
      // Under a dialog that the page has opened since, we cannot take the focus, and the key is not for us.
      if (!ours) focusHeading(dialog)
      if (!ours && !dialog.contains(deepActiveElement())) return
      // Also keeps the browser from closing the dialog on the second press in a row.
      event.preventDefault()
      report()
    },
    { signal },
  )
  return () => stop.abort()
}
