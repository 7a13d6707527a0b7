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

/** Copies a view that is about to leave; returns a function that puts the copy in its place. */
type Copy = (view: Element) => ((stage: Element) => void) | undefined

/** How a leaving view is kept visible; set by `view-motion.ts`, which loads after the first view. */
export const leaving: { copy?: Copy } = {}

/**
 * Moves one view out and the next in, 150 ms along the line of text. The leaving one is a static copy: the old view is unmounted at
 * once and never renders with state that is not its own.
 */
export function ViewTransition(props: ViewTransitionProps) {
  useSheet(css)
  return <Stage {...props} />
}

/** A class, because only a class sees the document before it changes (getSnapshotBeforeUpdate). */
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
