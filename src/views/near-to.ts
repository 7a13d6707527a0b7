import type { ViewName } from '.'

/** Loads a view when the pointer or the focus reaches the control that leads to it; set by `load-ahead.ts`. */
export const near: { load?: (view: ViewName) => void } = {}

/** A ref for a control that leads to a view: loads the view on hover or focus. */
export function nearTo(view: ViewName) {
  // The same function each time, so that a node has it only once.
  const come = () => near.load?.(view)
  return (node: HTMLElement | null) => {
    for (const event of ['pointerenter', 'focus']) node?.addEventListener(event, come)
  }
}
