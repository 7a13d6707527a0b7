import type { ReactNode } from 'react'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { useSheet } from './sheet'
import css from './Ticket.css?inline'

/** A panel with a tear between its parts; each child is one part. */
export function Ticket({ children }: { children: ReactNode }) {
  useSheet(css)
  return <div className="ticket">{children}</div>
}

type Fact = { term: string; value: ReactNode; icon?: IconName | undefined }

type FactsProps = {
  facts: readonly Fact[]
  /** Hairlines between the lines; without, 30 instead of 36 high. */
  ruled?: boolean
}

/** Terms and their values, one a line. */
export function Facts({ facts, ruled }: FactsProps) {
  useSheet(css)
  return (
    <dl className="facts tabular" data-ruled={ruled || undefined}>
      {facts.map(({ term, value, icon }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {icon && <Icon name={icon} size={16} />}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
