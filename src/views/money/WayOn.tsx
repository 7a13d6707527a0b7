import type { ReactNode } from 'react'
import { useSheet } from '../../ui/sheet'
import css from './WayOn.css?inline'

/** The end of a form that may be higher than its dialog: the way on, why there is none yet, and what went wrong there. */
export function WayOn({ children }: { children: ReactNode }) {
  useSheet(css)
  return <div className="way-on">{children}</div>
}
