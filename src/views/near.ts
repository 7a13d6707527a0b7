import type { ViewName } from '.'

/** Loads a view that the pointer or the focus has come near to; comes with what loads views ahead (`ahead.ts`). */
export const near: { load?: (view: ViewName) => void } = {}

/** A ref for what leads to a view: a press may follow when the pointer or the focus comes to it. */
export function nearTo(view: ViewName) {
  // One listener, however often React hands out the same node again.
  const come = () => near.load?.(view)
  return (node: HTMLElement | null) => {
    for (const event of ['pointerenter', 'focus']) node?.addEventListener(event, come)
  }
}
