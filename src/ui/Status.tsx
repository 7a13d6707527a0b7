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
}

/** Picture, heading and one sentence in the middle of a view; the text keeps the room of two lines, so nothing jumps. */
export function Status({ picture, title, children, announce }: StatusProps) {
  useSheet(css)
  return (
    <div className="status">
      {picture}
      {/* Another node for another role: an element that gets its role later is not announced. */}
      <div key={announce} className="status-text" role={announce}>
        <h3>{title}</h3>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}

/** A line that keeps the place of a button that is not there yet. */
export function WaitLine({ children }: { children?: ReactNode }) {
  useSheet(css)
  return <p className="wait-line">{children}</p>
}
