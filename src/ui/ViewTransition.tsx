import { Component, createRef, type ReactNode } from 'react'
import { useSheet } from './sheet'
import css from './ViewTransition.css?inline'

type Direction = 'next' | 'prev' | 'none'

type ViewTransitionProps = {
  /** A new key is a new view. */
  viewKey: string
  /** `next` comes from the end of the line, `prev` from its start; `none` swaps at once. */
  direction: Direction
  /** Which way the view that is shown begins to leave, while the next one is drawn. */
  leaves?: Direction | undefined
  children: ReactNode
}

/** Copies a view that is about to go; what it gives puts the copy where the view was. */
type Copy = (view: Element) => ((stage: Element) => void) | undefined

/** How what leaves is kept in sight; comes with the style of it (`view-motion.ts`) when the first view is on screen. */
export const leaving: { copy?: Copy } = {}

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

  override getSnapshotBeforeUpdate(before: ViewTransitionProps): ReturnType<Copy> | null {
    const { viewKey, direction } = this.props
    const view = this.stage.current?.firstElementChild
    return (view && before.viewKey !== viewKey && direction !== 'none' && leaving.copy?.(view)) || null
  }

  override componentDidUpdate(_: ViewTransitionProps, __: unknown, put: ReturnType<Copy> | null) {
    if (this.stage.current) put?.(this.stage.current)
  }

  override render() {
    const { viewKey, direction, leaves, children } = this.props
    return (
      <div ref={this.stage} className="views" data-direction={leaves ?? direction} data-leaves={leaves}>
        <div key={viewKey} className="view">
          {children}
        </div>
      </div>
    )
  }
}
