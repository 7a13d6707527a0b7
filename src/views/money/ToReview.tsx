import { type ReactNode, useId } from 'react'
import type { ErrorCode } from '../../lib/errors'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { wordsFor } from './money-words'

type ToReviewProps = {
  children: ReactNode
  /** The transaction is being tried out. */
  busy: boolean
  disabled: boolean
  /** Why not yet, or what is going on; said as it changes. */
  reason: string
  onClick: () => void
}

/** The way from a form that moves value to its review. Its look stands in Send.css. */
export function ToReview({ children, busy, disabled, reason, onClick }: ToReviewProps) {
  const id = useId()
  return (
    <div>
      <Button kind="primary" full busy={busy} disabled={disabled} describedBy={disabled ? id : undefined} onClick={onClick}>
        {children}
      </Button>
      <p id={id} className="money-reason" role="status">
        {reason}
      </p>
    </div>
  )
}

/** What went wrong with a form, in the catalogue's words or those of the wallet's answer. */
export function FormError({ code, help }: { code: ErrorCode | undefined; help?: string | undefined }) {
  if (!code) return null
  const words = wordsFor(code)
  return (
    <Note kind="bad" announce="alert" title={words.text}>
      {help ?? words.help}
    </Note>
  )
}
