import type { ReactNode } from 'react'
import css from './Status.css?inline'
import { useSheet } from './sheet'

type StatusProps = {
  /** `Ring`, `IconTile`, `Avatar`. */
  picture?: ReactNode
  title: ReactNode
  /** One sentence. */
  children?: ReactNode
  /** How it is announced when it changes: `status` waits for a pause, `alert` does not. Absent: not announced. */
  announce?: 'status' | 'alert' | undefined
  /** Fills what is left of a fixed body and stands in its middle. */
  centred?: boolean
}

/** Picture, heading and one sentence in the middle of a view; the text keeps the room of two lines, so nothing jumps. */
export function Status({ picture, title, children, announce, centred }: StatusProps) {
  useSheet(css)
  return (
    <div className="status" data-centred={centred || undefined}>
      {picture}
      {/* Another node for another role: what takes one late is not said. */}
      <div key={announce} className="status-text" role={announce}>
        <h3>{title}</h3>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}

/** A quiet line that keeps the place of the button that is not there yet. */
export function WaitLine({ children }: { children?: ReactNode }) {
  useSheet(css)
  return <p className="wait-line">{children}</p>
}
