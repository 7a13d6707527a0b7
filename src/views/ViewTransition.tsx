import { Component, createRef, type ReactNode } from 'react'
import { deepActiveElement, focusHeading, tabbables } from '../ui/focus'
import { prefersReducedMotion } from '../ui/motion'

type Props = {
  /** Another value is another view. */
  viewKey: string
  /** How many views lie under this one; Back restores the row that led on from the same depth. */
  depth: number
  direction: 'next' | 'prev'
  children: ReactNode
}
type Left = { readonly clone: HTMLElement | undefined; readonly control: string | undefined }

const VIEW_MS = 150
const TRAVEL_PX = 12

/**
 * Moves from view to view: the old one leaves as a lifeless copy while the new one is already there to be used. Takes the
 * focus to the heading, or back to the row that led on. A class, because only a class sees the document before it changes.
 */
export class ViewTransition extends Component<Props> {
  private readonly box = createRef<HTMLDivElement>()
  private readonly leads: (string | undefined)[] = []
  private ghost: HTMLElement | undefined
  private pressed: Element | undefined

  override getSnapshotBeforeUpdate(before: Props): Left | null {
    if (before.viewKey === this.props.viewKey) return null
    const old = this.box.current?.firstElementChild
    const control = this.pressed ?? deepActiveElement() ?? undefined
    const clone = old && !prefersReducedMotion() ? (old.cloneNode(true) as HTMLElement) : undefined
    return { clone, control: control && old?.contains(control) ? nameOf(control) : undefined }
  }

  override componentDidUpdate(before: Props, _: unknown, left: Left | null) {
    const box = this.box.current
    if (!left || !box) return
    const { depth, direction } = this.props
    if (depth > before.depth) this.leads[before.depth] = left.control
    this.pressed = undefined
    if (left.clone) this.animate(box, left.clone, direction)
    const lead = direction === 'prev' ? this.leads[depth] : undefined
    const row = lead === undefined ? undefined : tabbables(box).find((each) => nameOf(each) === lead)
    if (row) row.focus()
    else focusHeading(box.closest<HTMLElement>('[part="dialog"]') ?? box)
  }

  override componentWillUnmount() {
    this.ghost?.remove()
  }

  private animate(box: HTMLElement, clone: HTMLElement, direction: 'next' | 'prev') {
    const view = box.firstElementChild
    if (!view) return
    this.ghost?.remove()
    this.ghost = clone
    clone.inert = true
    clone.setAttribute('aria-hidden', 'true')
    clone.classList.add('view-ghost')
    // Two of a kind would confuse labels.
    for (const node of [clone, ...clone.querySelectorAll('[id]')]) node.removeAttribute('id')
    box.append(clone)
    const { direction: flow } = getComputedStyle(box)
    const sign = (flow === 'rtl' ? -1 : 1) * (direction === 'next' ? 1 : -1)
    const options = { duration: VIEW_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }
    view.animate([{ opacity: 0, translate: `${sign * TRAVEL_PX}px 0` }, {}], options)
    const out = clone.animate([{}, { opacity: 0, translate: `${-sign * TRAVEL_PX}px 0` }], {
      ...options,
      duration: VIEW_MS / 2,
      fill: 'forwards',
    })
    out.onfinish = () => clone.remove()
  }

  override render() {
    const { viewKey, children } = this.props
    const note = (event: { target: EventTarget }) => {
      this.pressed = event.target instanceof Element ? (event.target.closest('button, a') ?? undefined) : undefined
    }
    return (
      // Safari focuses no pressed button, so what was pressed is noted here; a key press is a click too.
      <div ref={this.box} className="view-box" onClickCapture={note}>
        <div key={viewKey} className="view">
          {children}
        </div>
      </div>
    )
  }
}

/** What a control is told apart by when its view is drawn anew. */
const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent ?? ''
