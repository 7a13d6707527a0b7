import type { ReactNode } from 'react'
import css from './SectionLabel.css?inline'
import { useSheet } from './sheet'

type SectionLabelProps = {
  children: ReactNode
  /** For a list's `labelledBy`. */
  id?: string | undefined
}

/** The quiet line above a list or a field. */
export function SectionLabel({ children, id }: SectionLabelProps) {
  useSheet(css)
  return (
    <div className="section-label">
      <span id={id}>{children}</span>
    </div>
  )
}
