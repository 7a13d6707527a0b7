import type { ReactNode } from 'react'
import { useSheet } from '../../ui/sheet'
import css from './WayOn.css?inline'

/** What has the focus, or is reached, stands above it, however high it grows. */
function keepClear(node: HTMLElement | null) {
  const body = node?.closest<HTMLElement>('.body')
  if (!node || !body) return
  const observer = new ResizeObserver(() => body.style.setProperty('--way-on', `${node.offsetHeight}px`))
  observer.observe(node)
  return () => observer.disconnect()
}

/** The end of a form that may be higher than its dialog: the way on, why there is none yet, and what went wrong there. */
export function WayOn({ children }: { children: ReactNode }) {
  useSheet(css)
  return (
    <div ref={keepClear} className="way-on">
      {children}
    </div>
  )
}
