import { Badge, type BadgeProps } from './Badge'
import css from './StatusBadge.css?inline'
import { useSheet } from './sheet'

/** A badge in the colour of what it says; apart, because the first screen has none. */
export function StatusBadge({ tone, children }: BadgeProps & { tone: 'neutral' | 'good' | 'warn' | 'bad' }) {
  useSheet(css)
  return <Badge tone={tone}>{children}</Badge>
}
