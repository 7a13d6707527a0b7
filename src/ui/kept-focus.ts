import { deepActiveElement, focusHeading, tabbables } from './focus'

type Step = readonly [node: Element, before: Element | null]

/**
 * Keeps the focus in `box` when the focused control is removed by its own action: the focus moves to what stands before its place,
 * else to what takes its place, else to the heading of `panel`. A control that only moved, such as a row of a list sorted
 * again, gets it back. Begins with the control that has it now.
 */
export function keepFocus(box: HTMLElement, panel: HTMLElement): void {
  /** The elements from the control up to the view, each with its previous sibling. */
  let path: Step[] = []

  const hold = (target: EventTarget | null) => {
    path = []
    // Up to the view only: a new view begins at its heading.
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
      // When a focused element is removed, `focusout` comes before the observer's report.
      look(observer.takeRecords())
      // The visitor left it: no focus to keep if it is removed later.
      const [control] = path[0] ?? []
      if (control?.isConnected && control !== deepActiveElement()) path = []
    })

  hold(deepActiveElement())
  box.addEventListener('focusin', ({ target }) => hold(target))
  box.addEventListener('focusout', release)
  observer.observe(box, { childList: true, subtree: true })
}
