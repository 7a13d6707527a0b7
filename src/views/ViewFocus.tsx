import { Component, createRef, type ReactNode } from 'react'
import { deepActiveElement, focusHeading } from '../ui/focus'
import { keepFocus } from '../ui/kept-focus'

type ViewFocusProps = {
  /** Another value is another view. */
  viewKey: string
  /** How many views are on the stack; Back restores the row that led on from the same depth. */
  depth: number
  direction: 'next' | 'prev' | 'none'
  children: ReactNode
}
type Left = { readonly control: string | undefined; readonly focused: boolean }

/**
 * Takes the focus to the heading of a new view, or back to the row that led on. An embedded modal moves only a focus that was
 * its own. A class, because only a class sees the document before it changes.
 */
export class ViewFocus extends Component<ViewFocusProps> {
  private readonly box = createRef<HTMLDivElement>()
  /** By depth: the name of the control that led on. */
  private readonly leads: (string | undefined)[] = []
  /** The name of what was pressed last: it may have given way to what waits. */
  private pressed: string | undefined

  override getSnapshotBeforeUpdate(before: ViewFocusProps): Left | null {
    if (before.viewKey === this.props.viewKey) return null
    const active = deepActiveElement()
    const panel = this.panel()
    const focused = Boolean(active && panel?.contains(active))
    const left = { control: this.pressed ?? (active && focused ? nameOf(active) : undefined), focused }
    // While all is laid out still: React would bring back a focus that goes with the view, and have everything laid out for it.
    if (panel && this.box.current?.contains(active)) focusHeading(panel)
    return left
  }

  /** Also when a modal that was closed shows again: its first view comes with the dialog and stands still. */
  override componentDidMount() {
    this.box.current?.setAttribute('data-still', '')
    // Nothing is watched before a control has the focus.
    this.box.current?.addEventListener('focusin', this.keep, { once: true })
    this.leads.length = 0
    this.pressed = undefined
  }

  override componentDidUpdate(before: ViewFocusProps, _: unknown, left: Left | null) {
    const [box, panel] = [this.box.current, this.panel()]
    if (!left || !box || !panel) return
    const { depth, direction } = this.props
    // From now on views travel.
    delete box.dataset.still
    if (depth > before.depth) this.leads[before.depth] = left.control
    this.pressed = undefined
    if (!left.focused && !panel.closest('dialog')) return
    const lead = direction === 'prev' ? this.leads[depth] : undefined
    const row = lead && controlsOf(panel).find((each) => nameOf(each) === lead)
    // No keyboard pops up over a sheet that comes back.
    if (row && !(row.matches('input') && matchMedia('(pointer: coarse)').matches)) row.focus()
    else focusHeading(panel)
  }

  /** The whole of the modal: what led on may stand in the header. */
  private panel() {
    return this.box.current?.closest<HTMLElement>('[part="dialog"]')
  }

  private readonly keep = () => {
    const [box, panel] = [this.box.current, this.panel()]
    if (box && panel) keepFocus(box, panel)
  }

  override render() {
    // Safari focuses no pressed button, so what was pressed is noted here; a key press is a click too.
    const note = (event: { target: EventTarget }) => {
      const control = event.target instanceof Element && event.target.closest('button, a')
      this.pressed = control ? nameOf(control) : undefined
    }
    return (
      <div ref={this.box} className="view-box" onClickCapture={note}>
        {this.props.children}
      </div>
    )
  }
}

/** What can have led on: also cells of a grid that Tab passes over, and a field by Enter; not the picture of the view that leaves. */
const controlsOf = (panel: HTMLElement) =>
  [...panel.querySelectorAll<HTMLElement>('button, a, input')].filter((each) => !each.closest('[inert]'))

/** What a control is told apart by when its view is drawn anew; of a row its title, since counts, badges and pictures come late. One whose words change, or are those of others too, has a `name`; a field may be called as the button in it. */
const nameOf = (control: Element) =>
  control.matches('input') +
  (control.getAttribute('name') ??
    control.getAttribute('aria-label') ??
    (control as HTMLInputElement).labels?.[0]?.textContent ??
    control.querySelector('.list-row-title, .wallet-cell-name')?.textContent ??
    control.textContent ??
    '')
