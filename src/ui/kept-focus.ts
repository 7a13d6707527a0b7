import { deepActiveElement, focusHeading, tabbables } from './focus'

type Step = readonly [node: Element, before: Element | null]

/**
 * Keeps the focus in `box` when the control that has it goes with what it did: it moves to what stands before that place,
 * else to what takes the place, else to the heading of `panel`. What is only put elsewhere, as a row of a list that is sorted
 * anew, has it again. Begins with the control that has it now.
 */
export function keepFocus(box: HTMLElement, panel: HTMLElement): void {
  /** From the control up to the view, and what stood before each. */
  let path: Step[] = []

  const hold = (target: EventTarget | null) => {
    path = []
    // A view that is drawn anew as a whole is read from its heading.
    for (let node = target as Element | null; node && node !== box && !node.matches('.view'); node = node.parentElement)
      path.push([node, node.previousElementSibling])
  }
  const look = (changes: readonly MutationRecord[]) => {
    const place = path.find(([node]) => node.isConnected)?.[0] as HTMLElement | undefined
    const gone = path.findLast(([node]) => !node.isConnected)
    const isMoved = gone ?? changes.some(({ removedNodes: [node] }) => node?.contains(place as Node))
    if (deepActiveElement() || !isMoved) return
    path = []
    const next = gone ? (tabbables(box).findLast((each) => gone[1]?.contains(each)) ?? (place && tabbables(place)[0])) : place
    if (next) next.focus({ preventScroll: true })
    else focusHeading(panel)
  }
  const observer = new MutationObserver(look)
  const release = () =>
    queueMicrotask(() => {
      // Of what is taken away, a browser tells first that the focus has left it.
      look(observer.takeRecords())
      // Left by the visitor: what becomes of it later is nobody's loss.
      const [control] = path[0] ?? []
      if (control?.isConnected && control !== deepActiveElement()) path = []
    })

  hold(deepActiveElement())
  box.addEventListener('focusin', ({ target }) => hold(target))
  box.addEventListener('focusout', release)
  observer.observe(box, { childList: true, subtree: true })
}
