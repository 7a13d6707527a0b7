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
 * Moves the focus to the heading of a new view, or after Back to the control that had led on. An embedded modal moves the focus only
 * if it was inside. A class, because only a class sees the document before it changes (getSnapshotBeforeUpdate).
 */
export class ViewFocus extends Component<ViewFocusProps> {
  private readonly box = createRef<HTMLDivElement>()
  /** By depth: the name of the control that led on. */
  private readonly leads: (string | undefined)[] = []
  /** The name of the control that was pressed last; it may have been replaced by a spinner since. */
  private pressed: string | undefined

  override getSnapshotBeforeUpdate(before: ViewFocusProps): Left | null {
    if (before.viewKey === this.props.viewKey) return null
    const active = deepActiveElement()
    const panel = this.panel()
    const focused = Boolean(active && panel?.contains(active))
    const left = { control: this.pressed ?? (active && focused ? nameOf(active) : undefined), focused }
    // Before the document changes, while its layout is valid: React would restore the focus and force a layout for it.
    if (panel && this.box.current?.contains(active)) focusHeading(panel)
    return left
  }

  /** Also when a closed modal is shown again: its first view appears with the dialog and does not move by itself. */
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
    // From now on changes of view are animated.
    delete box.dataset.still
    if (depth > before.depth) this.leads[before.depth] = left.control
    this.pressed = undefined
    if (!left.focused && !panel.closest('dialog')) return
    const lead = direction === 'prev' ? this.leads[depth] : undefined
    const row = lead && controlsOf(panel).find((each) => nameOf(each) === lead)
    // Not an input on a touch screen, where the keyboard would pop up.
    if (row && !(row.matches('input') && matchMedia('(pointer: coarse)').matches)) row.focus()
    else focusHeading(panel)
  }

  /** The whole modal: the control that led on may be in the header. */
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

/** Controls that can lead on: also grid cells outside the tab order, and inputs by Enter; not those of the view that is leaving. */
const controlsOf = (panel: HTMLElement) =>
  [...panel.querySelectorAll<HTMLElement>('button, a, input')].filter((each) => !each.closest('[inert]'))

/**
 * By which a control is found again when its view has been rendered anew: its `name` if its text changes or is not unique, else its
 * label; for a row its title, since counts and badges load late. Prefixed, since an input may have the same label as the button in it.
 */
const nameOf = (control: Element) =>
  control.matches('input') +
  (control.getAttribute('name') ??
    control.getAttribute('aria-label') ??
    (control as HTMLInputElement).labels?.[0]?.textContent ??
    control.querySelector('.list-row-title, .wallet-cell-name')?.textContent ??
    control.textContent ??
    '')
