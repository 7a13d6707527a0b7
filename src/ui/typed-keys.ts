/** The events of a field that a page's shortcuts listen to. */
const types = ['keydown', 'keypress', 'keyup', 'paste']

/**
 * Keeps what is typed or pasted into a field of `panel` from the page: its listeners would see it come from `<wallet-modal>`, which
 * is no field, and take a letter for a shortcut. Keys that leave a field, and shortcuts with Ctrl or Cmd, still reach the page.
 */
export function keepTyped(panel: HTMLElement): void {
  // Above React's listeners. Adding the same listener again has no effect.
  for (const type of types) panel.getRootNode().addEventListener(type, keep)
}

function keep(event: Event): void {
  const { target } = event
  if (!(target instanceof Element) || !target.matches('input, textarea, select')) return
  const leaves = event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || /^(Escape|Tab)$/.test(event.key))
  if (!leaves) event.stopPropagation()
}
