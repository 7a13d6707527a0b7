import type { ReactNode } from 'react'
import { ring } from '../lib/engraving'
import { Badged, Mark } from './Badged'
import { EngravingLines } from './EngravingLines'
import css from './Ring.css?inline'
import { useSheet } from './sheet'

export type RingProps = {
  /** `idle` is the grey ring of an empty result; `waiting` turns. */
  status: 'idle' | 'waiting' | 'declined' | 'error' | 'done'
  /** A picture of 72; of 56 in the small ring. */
  children: ReactNode
  size?: 184 | 132
}

/** Line work around a picture that shows the status of a request; also say it in words beside it. */
export function Ring({ status, children, size = 184 }: RingProps) {
  useSheet(css)
  const bands = [ring(size)]
  const mark = MARKS[status]
  return (
    <div className="ring" data-status={status} data-size={size}>
      <svg className="ring-base" viewBox="-92 -92 184 184" aria-hidden="true">
        <EngravingLines bands={bands} />
      </svg>
      {status === 'waiting' && (
        <svg className="ring-live" viewBox="-92 -92 184 184" aria-hidden="true">
          <EngravingLines bands={bands} />
        </svg>
      )}
      {mark ? (
        <Badged size={size === 132 ? 56 : 72} badge={<Mark kind={mark} />}>
          {children}
        </Badged>
      ) : (
        children
      )}
    </div>
  )
}

const MARKS = { idle: undefined, waiting: undefined, declined: 'bad', error: 'alert', done: 'good' } as const
