import { isSheetWidth, prefersReducedMotion } from './motion'

const DISMISS_SHARE = 0.4
const DISMISS_SPEED = 0.5
const LOCKED_GIVE_PX = 24
/** A page scaled by more than this counts as zoomed. */
const ZOOMED = 1.05
/** A shorter movement is still a press, not a drag. */
const SLOP_PX = 6

export type SheetDrag = {
  panel: HTMLElement
  /** Fades with the drag. */
  scrim: Element | null
  /** Closing is blocked: the sheet gives a little, returns, and still calls `onDismiss`. */
  locked: () => boolean
  /** Returns whether the sheet closes: the host may refuse. */
  onDismiss: () => boolean
}

/** Whether a drag of `distance` px in `ms` closes a sheet of `height` px. */
export const isDismissed = (distance: number, ms: number, height: number): boolean =>
  distance > height * DISMISS_SHARE || (distance > LOCKED_GIVE_PX && distance / Math.max(ms, 1) > DISMISS_SPEED)

/**
 * Lets a bottom sheet be dragged down by its grip or header, or by its body while that is scrolled to the top; it follows
 * the finger 1:1 and springs back unless it is let go beyond 40 % of its height or faster than 0.5 px/ms. Returns the stop.
 */
export function dragSheet({ panel, scrim, locked, onDismiss }: SheetDrag): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let drag: { y: number; at: number; moving: boolean; by: number } | undefined

  const show = (by: number) => {
    if (drag) drag.by = by
    panel.style.translate = by > 0 ? `0 ${by}px` : ''
    if (scrim instanceof HTMLElement) scrim.style.opacity = by > 0 ? `${1 - by / (panel.offsetHeight * 1.25)}` : ''
  }
  const view = window.visualViewport
  const isZoomed = () => (view?.scale ?? 1) > ZOOMED
  const begin = (target: EventTarget | null, y: number, at: number) => {
    // On a zoomed page the gesture pans.
    if (isSheetWidth() && !isZoomed() && mayDrag(panel, target)) drag = { y, at, moving: false, by: 0 }
  }
  // Panning must work from the handle too, which may fill most of a zoomed screen.
  const follow = () => {
    for (const handle of panel.querySelectorAll<HTMLElement>(HANDLE)) handle.style.touchAction = isZoomed() ? 'auto' : ''
  }
  const move = (y: number, event: Event) => {
    if (!drag) return
    const way = y - drag.y
    if (!drag.moving) {
      if (Math.abs(way) < SLOP_PX) return
      // Upwards is scrolling; the gesture is the browser's.
      if (way < 0) {
        drag = undefined
        return
      }
      drag.moving = true
      for (const animation of panel.getAnimations()) animation.cancel()
    }
    if (event.cancelable) event.preventDefault()
    show(Math.max(0, locked() ? LOCKED_GIVE_PX * (1 - Math.exp(-way / 80)) : way))
  }
  const end = (y: number, at: number) => {
    if (!drag) return
    const { moving, by } = drag
    const dismissed = moving && isDismissed(y - drag.y, at - drag.at, panel.offsetHeight)
    drag = undefined
    if (!moving) return
    const spring = [{ translate: `0 ${by}px` }, { translate: '0 0' }]
    show(0)
    // The closing animation starts where the finger left the sheet.
    if (dismissed && onDismiss()) panel.style.setProperty('--dragged', `${by}px`)
    else if (!prefersReducedMotion()) panel.animate(spring, { duration: 320, easing: 'cubic-bezier(0.32, 0.72, 0, 1)' })
  }
  const giveUp = () => drag && end(drag.y, drag.at + 1000)
  const on = <T extends Event>(target: EventTarget, type: string, listener: (event: T) => void) =>
    target.addEventListener(type, listener as EventListener, { signal, passive: false })

  // Two fingers zoom the page; one of them may be outside the sheet.
  const one = (go: (y: number, event: TouchEvent) => void) => (event: TouchEvent) =>
    event.touches.length === 1 ? go(touchY(event), event) : giveUp()
  on(
    panel,
    'touchstart',
    one((y, event) => begin(event.target, y, event.timeStamp)),
  )
  on(panel, 'touchmove', one(move))
  on<TouchEvent>(panel, 'touchend', (event) => end(touchY(event), event.timeStamp))
  on(panel, 'touchcancel', giveUp)
  on<MouseEvent>(panel, 'mousedown', (event) => isHandle(event.target) && begin(event.target, event.clientY, event.timeStamp))
  on<MouseEvent>(window, 'mousemove', (event) => move(event.clientY, event))
  on<MouseEvent>(window, 'mouseup', (event) => end(event.clientY, event.timeStamp))
  if (view) on(view, 'resize', follow)
  follow()
  return () => {
    show(0)
    panel.style.removeProperty('--dragged')
    stop.abort()
  }
}

const touchY = (event: TouchEvent) => event.changedTouches[0]?.clientY ?? 0

const HANDLE = '.grip, .header'
const isHandle = (target: EventTarget | null) => target instanceof Element && target.closest(HANDLE) !== null

/** On the handle always; elsewhere only if nothing between the finger and the panel is scrolled or takes text. */
function mayDrag(panel: HTMLElement, target: EventTarget | null): boolean {
  if (isHandle(target)) return true
  for (let node = target instanceof Element ? target : null; node && node !== panel; node = node.parentElement)
    if (node.scrollTop > 0 || node.matches('input, textarea, iframe')) return false
  return true
}
