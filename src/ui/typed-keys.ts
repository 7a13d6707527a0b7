/** What a page's shortcuts hear of a field. */
const types = ['keydown', 'keypress', 'keyup', 'paste']

/**
 * Keeps what is typed or pasted into a field of `panel` from the page: to its listeners it comes from `<wallet-modal>`, which is no
 * field, and a letter would be one of its shortcuts. What leaves a field, and shortcuts with Ctrl or Cmd, are heard as before.
 */
export function keepTyped(panel: HTMLElement): void {
  // Above what React listens at. Again and again the same listener, which is one.
  for (const type of types) panel.getRootNode().addEventListener(type, keep)
}

function keep(event: Event): void {
  const { target } = event
  if (!(target instanceof Element) || !target.matches('input, textarea, select')) return
  const leaves = event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || /^(Escape|Tab)$/.test(event.key))
  if (!leaves) event.stopPropagation()
}
