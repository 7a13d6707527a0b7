const TABBABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]'

/** The focused element, also inside open shadow roots; null if nothing on the page has the focus. */
export function deepActiveElement(): HTMLElement | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement && active !== document.body ? active : null
}

/**
 * Remembers where the focus is; the returned function brings it back. If the element has gone, the host of its shadow root
 * gets the focus.
 */
export function rememberFocus(): () => void {
  const path: HTMLElement[] = []
  for (let node = deepActiveElement(); node; node = hostOf(node)) path.push(node)
  return () => {
    const place = path.find((node) => node.isConnected)
    const target = place?.shadowRoot && place.tabIndex < 0 ? tabbables(place.shadowRoot)[0] : place
    target?.focus({ preventScroll: true })
  }
}

function hostOf(node: HTMLElement): HTMLElement | null {
  const root = node.getRootNode()
  return root instanceof ShadowRoot && root.host instanceof HTMLElement ? root.host : null
}

/** Focuses the heading of the view in `root`, or `root` itself if there is none, without scrolling. */
export function focusHeading(root: HTMLElement): void {
  headingOf(root).focus({ preventScroll: true })
}

/** Shows a modal dialog with the heading of `root` focused in the same step: every move of the focus forces a layout. */
export function showFocused(dialog: HTMLDialogElement, root: HTMLElement): void {
  const heading = headingOf(root)
  heading.autofocus = true
  dialog.showModal()
  // Left set, a cross-origin frame would log "Blocked autofocusing" when the element is inserted again.
  heading.autofocus = false
}

const headingOf = (root: HTMLElement) => root.querySelector<HTMLElement>('h2[tabindex]') ?? root

/** The elements that Tab visits inside `root`, in document order; not those of a view that is leaving, which is inert. */
export function tabbables(root: HTMLElement | ShadowRoot): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (node) =>
      node.tabIndex >= 0 &&
      !node.matches(':disabled') &&
      !node.closest('[inert]') &&
      node.checkVisibility({ visibilityProperty: true }),
  )
}

/** Keeps Tab inside `root`: wraps from the last stop to the first and back. Returns whether it moved the focus. */
export function wrapTab(root: HTMLElement, backwards: boolean): boolean {
  const stops = tabbables(root)
  const first = stops[0]
  const last = stops.at(-1)
  if (!first || !last) return false
  const active = deepActiveElement()
  const inside = active !== null && root.contains(active)
  const atEdge = backwards
    ? active === first || (!stops.includes(active as HTMLElement) && isBefore(active, first))
    : active === last
  if (inside && !atEdge) return false
  ;(backwards ? last : first).focus()
  // False under another dialog, which keeps the focus.
  return root.contains(deepActiveElement())
}

/** Whether `node` stands before `other`; a heading with tabindex -1 is no stop, yet Shift+Tab starts from it. */
const isBefore = (node: HTMLElement | null, other: HTMLElement) =>
  node !== null && (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
