import { addSheet } from './adopt'
import laterCss from './Dialog-later.css?inline'
import { prefersReducedMotion } from './motion'
import { freeWhileUnseen } from './unseen'

// What the first frame does without: a blocked close, screens that are low.
addSheet(laterCss)

const HEIGHT_MS = 150

/**
 * Grows or shrinks `panel` with its `content` instead of jumping, 150 ms, contents clipped. In a dialog, whose lock of the page's
 * scrolling `unlockScroll` ends, it holds the page only while it can be seen. Returns the stop.
 */
export function animateHeight(panel: HTMLElement, content: HTMLElement, unlockScroll?: () => void): () => void {
  // Not every browser tells it; set where it has changed alone, for it has all in it laid out anew.
  const zoom = String(content.currentCSSZoom ?? 1)
  if (zoom !== (content.style.getPropertyValue('--zoom') || '1')) content.style.setProperty('--zoom', zoom)
  const dialog = unlockScroll && panel.closest('dialog')
  const stop = dialog && freeWhileUnseen(dialog, unlockScroll)
  let before = 0
  let running: Animation | undefined
  const observer = new ResizeObserver(() => {
    const after = content.offsetHeight
    const from = running?.playState === 'running' ? panel.offsetHeight : before
    running?.cancel()
    if (before > 0 && after > 0 && from !== after && !prefersReducedMotion()) {
      const easing = getComputedStyle(panel).getPropertyValue('--wm-ease') || 'ease-out'
      running = panel.animate([{ blockSize: `${from}px` }, { blockSize: `${after}px` }], { duration: HEIGHT_MS, easing })
    }
    before = after
  })
  observer.observe(content)
  return () => {
    stop?.()
    observer.disconnect()
    running?.cancel()
  }
}
