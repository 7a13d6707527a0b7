import { addSheet, adoptSheets } from './adopt'
import css from './Dialog.css?inline'
import { draw } from './draw'
import { onEscape } from './escape'
import { deepActiveElement, focusHeading, rememberFocus, showFocused, tabbables } from './focus'
import { lockScroll } from './scroll-lock'

/** A dialog shown before React has loaded, and what React's dialog takes over from it. */
type StandIn = {
  /** Returns the focus to where it was before the dialog; called once, by whichever dialog closes. */
  readonly returnFocus: () => void
  readonly unlockScroll: () => void
  /** The visitor is pressing something in it: it must stay until the click. */
  readonly pressed: boolean
  /** Replaces the content by as many nodes, once nothing in it is pressed; nodes equal to the present ones are kept. */
  fill(...content: Node[]): void
  /** Hands over to React's dialog, which `show` opens: animations and focus continue there, and this one is removed. */
  giveWay(to: HTMLDialogElement, show: () => void): void
  /** Closes without a successor. */
  close(): void
}

type Properties = {
  labelId: string
  dir: string
  lang: string
  onCloseRequest: (source: 'escape' | 'backdrop') => void
}

const standing = new Map<Node, StandIn>()

/** The stand-in of this root. */
export const standInOf = (root: Node | undefined): StandIn | undefined => root && standing.get(root)

/** Whether any stand-in is shown. */
export const isStandingIn = (): boolean => standing.size > 0

/** Shows a dialog like that of `Dialog.tsx` with `content`, in front of whatever the root holds. */
export function showStandIn(root: ShadowRoot, { labelId, dir, lang, onCloseRequest }: Properties, ...content: Node[]): StandIn {
  addSheet(css)
  const drop = adoptSheets(root)
  const inside = draw('div', { class: 'panel-content' }, ...content, draw('div', { role: 'status' }))
  const panel = draw(
    'div',
    { class: 'panel', part: 'dialog', tabindex: -1 },
    draw('div', { class: 'grip', 'aria-hidden': true }),
    inside,
  )
  const scrim = draw('div', { class: 'scrim', part: 'backdrop' })
  scrim.onclick = ({ detail }) => detail > 1 || onCloseRequest('backdrop')
  const dialog = document.createElement('dialog')
  dialog.className = 'modal surface'
  dialog.setAttribute('aria-labelledby', labelId)
  Object.assign(dialog, { dir, lang, translate: false })
  dialog.append(scrim, panel)
  // Before React's dialog: of several slots with the same name the first shows the page's logo and title.
  root.prepend(dialog)
  const returnFocus = rememberFocus()
  showFocused(dialog, panel)
  const stop = new AbortController()
  let pressed = false
  let next: Node[] | undefined
  /** Not during a press: the click of one whose node is gone by its end reaches nothing. */
  const refill = () => {
    if (pressed || !next) return
    const refocus = focusIn(panel)
    for (const [at, node] of next.entries()) {
      const now = inside.children[at]
      if (!now?.isEqualNode(node)) now?.replaceWith(node)
    }
    next = undefined
    refocus(panel)
  }
  panel.addEventListener('pointerdown', () => {
    pressed = true
  })
  const released = () =>
    setTimeout(() => {
      pressed = false
      if (!stop.signal.aborted) refill()
    })
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, released, { signal: stop.signal })
  const stopEscape = onEscape(dialog, () => onCloseRequest('escape'))
  const leave = () => {
    standing.delete(root)
    stop.abort()
    stopEscape()
    // Removed without `close()`, which would move the focus.
    dialog.remove()
    drop()
  }
  const standIn: StandIn = {
    returnFocus,
    unlockScroll: lockScroll(),
    get pressed() {
      return pressed
    },
    fill(...content) {
      next = content
      refill()
    },
    giveWay(to, show) {
      const refocus = focusIn(panel)
      show()
      goOn(dialog, to)
      leave()
      refocus(to)
    },
    close() {
      leave()
      standIn.unlockScroll()
      returnFocus()
    },
  }
  standing.set(root, standIn)
  return standIn
}

/** Remembers the focused element in `panel`; the returned function focuses the same one in another rendering of it. */
function focusIn(panel: HTMLElement): (panel: HTMLElement) => void {
  const active = deepActiveElement()
  const place = active ? tabbables(panel).indexOf(active) : -1
  if (place < 0) return (next) => void (active?.isConnected || focusHeading(next))
  return (next) => tabbables(next)[place]?.focus({ preventScroll: true })
}

/** Brings the animations of one dialog to where those of the other are, matched by name in document order. */
function goOn(from: Element, to: Element) {
  const moving = (root: Element) => root.getAnimations({ subtree: true }).filter((each) => each instanceof CSSAnimation)
  const earlier = moving(from)
  for (const each of moving(to)) {
    const same = earlier.findIndex(({ animationName }) => animationName === each.animationName)
    if (same < 0) {
      // An endless animation cannot be finished.
      if (each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) each.finish()
    } else each.currentTime = earlier.splice(same, 1)[0]?.currentTime ?? null
  }
}
