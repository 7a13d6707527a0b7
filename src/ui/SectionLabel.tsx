import type { ReactNode } from 'react'
import css from './SectionLabel.css?inline'
import { useSheet } from './sheet'

export type SectionLabelProps = {
  children: ReactNode
  /** For a list's `labelledBy`. */
  id?: string | undefined
  /** A link or a figure at the other end. */
  end?: ReactNode
}

/** The quiet line above a list or a field. */
export function SectionLabel({ children, id, end }: SectionLabelProps) {
  useSheet(css)
  return (
    <div className="section-label">
      <span id={id}>{children}</span>
      {end}
    </div>
  )
}

/** A rule with words in it ("or use a wallet"); a plain rule without. */
export function Divider({ children }: { children?: ReactNode }) {
  useSheet(css)
  return <div className="divider">{children}</div>
}
