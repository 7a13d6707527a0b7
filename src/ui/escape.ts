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
  const isInside = (event: KeyboardEvent) => event.composedPath().includes(dialog)
  const mayTake = (event: KeyboardEvent) =>
    (isInside(event) || event.target === document.body) && !event.defaultPrevented && !isComposed(event)
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Tab' && mayTake(event) && wrapTab(dialog, event.shiftKey)) event.preventDefault()
    },
    { signal },
  )
  // Before the listeners of the page: a dialog of it that is open beneath would close as well, or in the place of this one.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !mayTake(event)) return
      // Under a dialog that the page has opened since, we cannot take the focus, and the key is not for us.
      if (!isInside(event)) focusHeading(dialog)
      if (!isInside(event) && !dialog.contains(deepActiveElement())) return
      // Also keeps the browser from closing the dialog on the second press in a row.
      event.preventDefault()
      event.stopPropagation()
      report()
    },
    { signal, capture: true },
  )
  return () => stop.abort()
}
