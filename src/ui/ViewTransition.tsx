import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { prefersReducedMotion } from './motion'
import { useSheet } from './sheet'
import css from './ViewTransition.css?inline'

export type ViewTransitionProps = {
  /** A new key is a new view. */
  viewKey: string
  /** `next` comes from the end of the line, `prev` from its start; `none` swaps at once. */
  direction: 'next' | 'prev' | 'none'
  children: ReactNode
}

/**
 * Moves one view out and the next in, 150 ms along the line of text. What leaves is a lifeless copy, so the old view is
 * unmounted at once and never runs on state that is no longer its own.
 */
export function ViewTransition({ viewKey, direction, children }: ViewTransitionProps) {
  useSheet(css)
  return (
    <div className="views" data-direction={direction}>
      <View key={viewKey}>{children}</View>
    </div>
  )
}

function View({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const view = place.current
    // While its parent still has it: React runs this before it takes the node out.
    return () => {
      if (view) leave(view)
    }
  }, [])
  return (
    <div ref={place} className="view">
      {children}
    </div>
  )
}

function leave(view: HTMLElement) {
  const stage = view.parentElement
  // The direction is that of the render which replaces the view; none: the modal closes, or less motion is wanted.
  if (!stage?.isConnected || stage.dataset.direction === 'none' || prefersReducedMotion()) return
  const ghost = view.cloneNode(true)
  if (!(ghost instanceof HTMLElement)) return
  ghost.classList.add('view-leaving')
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  for (const node of ghost.querySelectorAll('[role], h2[id]')) {
    node.removeAttribute('role')
    node.removeAttribute('id')
  }
  stage.append(ghost)
  const remove = () => ghost.remove()
  ghost.addEventListener('animationend', remove)
  setTimeout(remove, LEAVING_LIMIT_MS)
}

/** An animation that never runs (a hidden tab) leaves nothing behind. */
const LEAVING_LIMIT_MS = 400
