/** Puts `text` on the clipboard; false where the browser does not allow it. `near` keeps the fallback inside the modal. */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text, near)
  }
}

/** For pages without clipboard access (http, an iframe without permission). */
function copyBySelection(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'visually-hidden'
  // Under a modal dialog everything outside is inert, so the field must stand beside the button.
  near.after(field)
  field.select()
  try {
    // The only way left without clipboard access.
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    near.focus({ preventScroll: true })
  }
}
