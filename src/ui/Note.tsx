import type { ReactNode } from 'react'
import { Icon } from './Icon'
import css from './Note.css?inline'
import { useSheet } from './sheet'

type NoteProps = {
  kind?: 'info' | 'good' | 'warn' | 'bad'
  /** The bold fact. */
  title?: ReactNode
  /** One sentence; links and a button may follow. */
  children?: ReactNode
  /** `alert` interrupts the reader, for what has just gone wrong; `status` waits. */
  announce?: 'status' | 'alert' | undefined
}

/** A note about the view, in the place where it matters. */
export function Note({ kind = 'info', title, children, announce }: NoteProps) {
  useSheet(css)
  return (
    <div className="note" data-kind={kind} role={announce} part={announce === 'alert' ? 'alert' : undefined}>
      <Icon name={kind === 'good' ? 'check' : kind === 'bad' ? 'fail' : 'info'} />
      <div className="note-text">
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
