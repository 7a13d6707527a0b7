import { Component, createRef, type ReactNode } from 'react'
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
export function ViewTransition(props: ViewTransitionProps) {
  useSheet(css)
  return <Stage {...props} />
}

/** A class, because only a class sees the document before it changes; a modal that closes changes no view. */
class Stage extends Component<ViewTransitionProps> {
  private readonly stage = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(before: ViewTransitionProps): HTMLElement | null {
    const { viewKey, direction } = this.props
    const view = this.stage.current?.firstElementChild
    if (before.viewKey === viewKey || direction === 'none' || prefersReducedMotion()) return null
    return view?.checkVisibility() ? lifeless(view) : null
  }

  override componentDidUpdate(_: ViewTransitionProps, __: unknown, ghost: HTMLElement | null) {
    if (!ghost) return
    this.stage.current?.append(ghost)
    const remove = () => ghost.remove()
    ghost.addEventListener('animationend', remove)
    setTimeout(remove, LEAVING_LIMIT_MS)
  }

  override render() {
    const { viewKey, direction, children } = this.props
    return (
      <div ref={this.stage} className="views" data-direction={direction}>
        <div key={viewKey} className="view">
          {children}
        </div>
      </div>
    )
  }
}

function lifeless(view: Element): HTMLElement | null {
  const ghost = view.cloneNode(true)
  if (!(ghost instanceof HTMLElement)) return null
  ghost.classList.add('view-leaving')
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  for (const node of ghost.querySelectorAll('[id]')) node.removeAttribute('id')
  return ghost
}

/** An animation that never runs (a hidden tab) leaves nothing behind. */
const LEAVING_LIMIT_MS = 400
