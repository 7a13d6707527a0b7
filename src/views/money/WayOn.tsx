import type { ReactNode } from 'react'
import { useSheet } from '../../ui/sheet'
import css from './WayOn.css?inline'

/** Tells the body the height of this part, so that anything scrolled into view stays above it. */
function keepClear(node: HTMLElement | null) {
  const body = node?.closest<HTMLElement>('.body')
  if (!node || !body) return
  const observer = new ResizeObserver(() => body.style.setProperty('--way-on', `${node.offsetHeight}px`))
  observer.observe(node)
  return () => observer.disconnect()
}

/** The sticky end of a form that may be higher than its dialog: button, reason and error. */
export function WayOn({ children }: { children: ReactNode }) {
  useSheet(css)
  return (
    <div ref={keepClear} className="way-on">
      {children}
    </div>
  )
}
