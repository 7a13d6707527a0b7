import { addSheet } from './adopt'
import laterCss from './Dialog-later.css?inline'
import { prefersReducedMotion } from './motion'
import { freeWhileUnseen } from './unseen'

// Styles that the first frame does not need: a blocked close, low screens.
addSheet(laterCss)

const HEIGHT_MS = 150

/**
 * Animates the height of `panel` with its `content` (150 ms, contents clipped). It waits while something in it is pressed, or the
 * press would end on something else. In a dialog, where `unlockScroll` ends its scroll lock, it also frees the page while the dialog
 * cannot be seen. Returns the stop.
 */
export function animateHeight(panel: HTMLElement, content: HTMLElement, unlockScroll?: () => void): () => void {
  // Not every browser has it. Set only when changed, as setting it lays out everything inside again.
  const zoom = String(content.currentCSSZoom ?? 1)
  if (zoom !== (content.style.getPropertyValue('--zoom') || '1')) content.style.setProperty('--zoom', zoom)
  const dialog = unlockScroll && panel.closest('dialog')
  const stop = dialog && freeWhileUnseen(dialog, unlockScroll)
  let before = 0
  let running: Animation | undefined
  let pressed = false
  const press = ({ type, buttons }: PointerEvent) => {
    // A release over a system menu or a scroll bar is not reported: a later move without a button shows it.
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
