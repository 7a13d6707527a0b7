import { addSheet } from './adopt'
import laterCss from './Dialog-later.css?inline'
import { prefersReducedMotion } from './motion'

// What the first frame does without: a blocked close, screens that are low.
addSheet(laterCss)

const HEIGHT_MS = 150

/** Grows or shrinks `panel` with its `content` instead of jumping, 150 ms, contents clipped; returns the stop. */
export function animateHeight(panel: HTMLElement, content: HTMLElement): () => void {
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
    observer.disconnect()
    running?.cancel()
  }
}
