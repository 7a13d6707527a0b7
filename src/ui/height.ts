import { addSheet } from './adopt'
import laterCss from './Dialog-later.css?inline'
import { prefersReducedMotion } from './motion'
import { freeWhileUnseen } from './unseen'

// What the first frame does without: a blocked close, screens that are low.
addSheet(laterCss)

const HEIGHT_MS = 150

/**
 * Grows or shrinks `panel` with its `content` instead of jumping, 150 ms, contents clipped; while something in it is pressed it stays
 * as it is, or the press would end beside what it was for. In a dialog, whose lock of the page's scrolling `unlockScroll` ends, it
 * holds the page only while it can be seen. Returns the stop.
 */
export function animateHeight(panel: HTMLElement, content: HTMLElement, unlockScroll?: () => void): () => void {
  // Not every browser tells it; set where it has changed alone, for it has all in it laid out anew.
  const zoom = String(content.currentCSSZoom ?? 1)
  if (zoom !== (content.style.getPropertyValue('--zoom') || '1')) content.style.setProperty('--zoom', zoom)
  const dialog = unlockScroll && panel.closest('dialog')
  const stop = dialog && freeWhileUnseen(dialog, unlockScroll)
  let before = 0
  let running: Animation | undefined
  let pressed = false
  const press = ({ type, buttons }: PointerEvent) => {
    // Over a menu of the system, or a scroll bar, nobody tells when it is let go: what moves then has no button down.
    pressed = buttons === 1 && (type === 'pointerdown' || (pressed && type === 'pointermove'))
    if (pressed && running?.playState === 'running') running.pause()
    else if (!pressed && running?.playState === 'paused') running[prefersReducedMotion() ? 'finish' : 'play']()
  }
  const ends = ['pointerup', 'pointercancel', 'pointermove'] as const
  panel.addEventListener('pointerdown', press)
  for (const type of ends) addEventListener(type, press, true)
  const observer = new ResizeObserver(() => {
    const after = content.offsetHeight
    const from = /running|paused/.test(running?.playState ?? '') ? panel.offsetHeight : before
    running?.cancel()
    if (before > 0 && after > 0 && from !== after && (pressed || !prefersReducedMotion())) {
      const easing = getComputedStyle(panel).getPropertyValue('--wm-ease') || 'ease-out'
      running = panel.animate([{ blockSize: `${from}px` }, { blockSize: `${after}px` }], { duration: HEIGHT_MS, easing })
      if (pressed) running.pause()
    }
    before = after
  })
  observer.observe(content)
  return () => {
    stop?.()
    panel.removeEventListener('pointerdown', press)
    for (const type of ends) removeEventListener(type, press, true)
    observer.disconnect()
    running?.cancel()
  }
}
