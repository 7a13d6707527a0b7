import { Badge, type BadgeProps } from './Badge'
import css from './StatusBadge.css?inline'
import { useSheet } from './sheet'

/** A badge in the colour of a status; a file of its own, because the first view has none. */
export function StatusBadge({ tone, children }: BadgeProps & { tone: 'neutral' | 'good' | 'warn' | 'bad' }) {
  useSheet(css)
  return <Badge tone={tone}>{children}</Badge>
}
