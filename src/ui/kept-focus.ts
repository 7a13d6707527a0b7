import { deepActiveElement, focusHeading, tabbables } from './focus'

type Step = { readonly node: Element; readonly before: Element | null }

/**
 * Keeps the focus in `box` when the control that has it goes with what it did: it moves to what stands before that place,
 * else to what takes the place, else to the heading of `panel`. Begins with the control that has it now.
 */
export function keepFocus(box: HTMLElement, panel: HTMLElement): void {
  /** From the control up to the view, and what stood before each. */
  let path: Step[] = []

  const hold = (target: EventTarget | null) => {
    path = []
    // A view that is drawn anew as a whole is read from its heading.
    for (let node = target as Element | null; node && node !== box && !node.matches('.view'); node = node.parentElement)
      path.push({ node, before: node.previousElementSibling })
  }
  const release = ({ target }: Event) =>
    queueMicrotask(() => {
      // Left by the visitor, not taken away: what becomes of it later is nobody's loss.
      const control = path[0]?.node
      if (control === target && control?.isConnected && control !== deepActiveElement()) path = []
    })
  const look = () => {
    const left = path.findIndex(({ node }) => node.isConnected)
    const gone = path.at(left < 0 ? -1 : left - 1)
    if (left === 0 || !gone || deepActiveElement()) return
    const place = path[left]?.node as HTMLElement | undefined
    path = []
    const before = tabbables(box).findLast((each) => gone.before?.contains(each))
    const next = before ?? (place && tabbables(place)[0])
    if (next) next.focus({ preventScroll: true })
    else focusHeading(panel)
  }

  hold(deepActiveElement())
  box.addEventListener('focusin', ({ target }) => hold(target))
  box.addEventListener('focusout', release)
  new MutationObserver(look).observe(box, { childList: true, subtree: true })
}
