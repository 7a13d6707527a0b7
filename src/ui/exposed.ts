const HIDDEN = 'aria-hidden'

/**
 * Keeps an open dialog within reach of screen readers: a library that shows a dialog of its own sets `aria-hidden` on all that is not
 * around that one, and so around ours, which makes all else inert. Nothing would be left. At the end they are hidden again, unless
 * their library has shown them meanwhile. Returns the stop.
 */
export function keepExposed(dialog: Element): () => void {
  const hidden = new Set<Element>()
  const look = (node: Element) => {
    if (node.getAttribute(HIDDEN) !== 'true') return void hidden.delete(node)
    hidden.add(node)
    // Not removed: then it could not be seen that its library removes it.
    node.setAttribute(HIDDEN, 'false')
    observer.takeRecords()
  }
  const lookAll = (changes: readonly MutationRecord[]) => {
    for (const node of new Set(changes.map(({ target }) => target as Element))) look(node)
  }
  const observer = new MutationObserver(lookAll)
  for (let node = outer(dialog); node; node = outer(node)) {
    look(node)
    observer.observe(node, { attributeFilter: [HIDDEN] })
  }
  return () => {
    lookAll(observer.takeRecords())
    observer.disconnect()
    for (const node of hidden) node.setAttribute(HIDDEN, 'true')
  }
}

/** The element around this one as it is drawn: a slot's, a shadow root's. */
function outer(node: Element): Element | null {
  const { assignedSlot, parentNode } = node
  return assignedSlot ?? (parentNode instanceof ShadowRoot ? parentNode.host : node.parentElement)
}
