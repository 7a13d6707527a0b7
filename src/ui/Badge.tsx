import type { ReactNode } from 'react'
import css from './Badge.css?inline'
import { useSheet } from './sheet'

export type BadgeProps = {
  children: ReactNode
  /** `dot` is plain text after a green dot (Installed); the others are small boxes; good, warn and bad are `StatusBadge`'s. */
  tone?: 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | 'line' | 'dot'
}

/** A fact about a row in a word or two. */
export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  useSheet(css)
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}
