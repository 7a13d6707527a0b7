import type { ReactNode } from 'react'
import { useSheet } from '../../ui/sheet'
import css from './WayOn.css?inline'

/**
 * Keeps what is scrolled into view above this part. Where it would take more than a third of the body (an error, large text, a
 * keyboard) it stays at its place below the rest instead, and an error that has just come into it is scrolled into view.
 */
function keepClear(node: HTMLElement | null) {
  const body = node?.closest<HTMLElement>('.body')
  if (!node || !body) return
  let before = 0
  const place = () => {
    const height = node.offsetHeight
    const below = node.dataset.last || height * 3 > body.clientHeight
    node.style.insetBlockEnd = below ? 'auto' : ''
    body.style.scrollPaddingBlockEnd = below ? '' : `${height + 12}px`
    // Only if it is new, not if there is less room for it now.
    if (below && height > before && node.querySelector('[role="alert"]')) node.scrollIntoView({ block: 'nearest' })
    before = height
  }
  const observer = new ResizeObserver(place)
  for (const each of [node, body]) observer.observe(each)
  return () => observer.disconnect()
}

type WayOnProps = {
  children: ReactNode
  /** Stays below the rest, which has to be passed to reach it. */
  last?: boolean | undefined
}

/** The sticky end of a form or a review that may be higher than its dialog: button, reason and error. */
export function WayOn({ children, last }: WayOnProps) {
  useSheet(css)
  return (
    <div ref={keepClear} className="way-on" data-last={last || undefined}>
      {children}
    </div>
  )
}
