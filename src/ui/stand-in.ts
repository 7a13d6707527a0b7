import { addSheet, adoptSheets } from './adopt'
import css from './Dialog.css?inline'
import { draw } from './draw'
import { onEscape } from './escape'
import { deepActiveElement, focusHeading, rememberFocus, showFocused, tabbables } from './focus'
import { lockScroll } from './scroll-lock'

/** A dialog that is on screen before React is there, and what the one that React draws takes over from it. */
type StandIn = {
  /** Brings the focus back to where it was before the dialog; called once, by whoever closes. */
  readonly returnFocus: () => void
  readonly unlockScroll: () => void
  /** The visitor is pressing something in it: it must not go before the click. */
  readonly pressed: boolean
  /** Shows other content, in as many nodes; of the same ones those that are there stay. */
  fill(...content: Node[]): void
  /** The same dialog by React is shown over it by `show`: motion and focus go on there, and this one goes. */
  giveWay(to: HTMLDialogElement, show: () => void): void
  /** Closes without another one in its place. */
  close(): void
}

type Properties = {
  labelId: string
  dir: string
  lang: string
  onCloseRequest: (source: 'escape' | 'backdrop') => void
}

const standing = new Map<Node, StandIn>()

/** What stands in for the dialog of this root now. */
export const standInOf = (root: Node | undefined): StandIn | undefined => root && standing.get(root)

/** Whether anything stands in. */
export const isStandingIn = (): boolean => standing.size > 0

/** Shows a dialog like that of `Dialog.tsx`, with `content` in it, in front of whatever the root holds. */
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
  scrim.onclick = () => onCloseRequest('backdrop')
  const dialog = document.createElement('dialog')
  dialog.className = 'modal surface'
  dialog.setAttribute('aria-labelledby', labelId)
  Object.assign(dialog, { dir, lang })
  dialog.append(scrim, panel)
  // Before what React draws: a page's logo and title are shown in the first slot of a name.
  root.prepend(dialog)
  const returnFocus = rememberFocus()
  showFocused(dialog, panel)
  const stop = new AbortController()
  let pressed = false
  panel.addEventListener('pointerdown', () => {
    pressed = true
  })
  const released = () => setTimeout(() => (pressed = false))
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, released, { signal: stop.signal })
  const stopEscape = onEscape(dialog, () => onCloseRequest('escape'))
  const leave = () => {
    standing.delete(root)
    stop.abort()
    stopEscape()
    // Out of the document without `close()`, which would move the focus.
    dialog.remove()
    drop()
  }
  const standIn: StandIn = {
    returnFocus,
    unlockScroll: lockScroll(),
    get pressed() {
      return pressed
    },
    fill(...next) {
      const refocus = focusIn(panel)
      for (const [at, node] of next.entries()) {
        const now = inside.children[at]
        if (!now?.isEqualNode(node)) now?.replaceWith(node)
      }
      refocus(panel)
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

/** Where the focus is in `panel`; the returned function brings it to the same place of a drawing of the same. */
function focusIn(panel: HTMLElement): (panel: HTMLElement) => void {
  const active = deepActiveElement()
  const place = active ? tabbables(panel).indexOf(active) : -1
  if (place < 0) return (next) => void (active?.isConnected || focusHeading(next))
  return (next) => tabbables(next)[place]?.focus({ preventScroll: true })
}

/** What has begun to move in one dialog is as far in the other: whatever of it has the same name, in the order of the document. */
function goOn(from: Element, to: Element) {
  const moving = (root: Element) => root.getAnimations({ subtree: true }).filter((each) => each instanceof CSSAnimation)
  const earlier = moving(from)
  for (const each of moving(to)) {
    const same = earlier.findIndex(({ animationName }) => animationName === each.animationName)
    if (same < 0) {
      // What goes on for ever has no end to be at.
      if (each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) each.finish()
    } else each.currentTime = earlier.splice(same, 1)[0]?.currentTime ?? null
  }
}
