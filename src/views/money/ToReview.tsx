import { type ReactNode, Suspense } from 'react'
import type { ErrorCode } from '../../lib/errors'
import { Button } from '../../ui/Button'
import { lazyExtra } from '../../ui/lazy-part'
import { Note } from '../../ui/Note'
import { moneyWordsFor } from './money-words'
import { useHindrance } from './use-hindrance'

// Most people see no error, and who does reads what it says first.
const CopyDetails = lazyExtra(() => import('./CopyDetails'))

/** Of the line that says why not yet: a field at fault is described by it. */
export const REASON_ID = 'money-reason'

type ToReviewProps = {
  children: ReactNode
  /** The transaction is being tried out. */
  busy: boolean
  disabled: boolean
  /** What follows is known to be bad for the person. */
  danger?: boolean | undefined
  /** Why not yet, or what is going on; said as it changes. */
  reason: string
  /** A note says why, so that the line is for who only hears it. */
  noted?: boolean
  onClick: () => void
}

/** The way from a form that moves value to its review. Its look stands in Send.css. */
export function ToReview({ children, busy, disabled, danger, reason, noted, onClick }: ToReviewProps) {
  const hindrance = useHindrance()
  const off = disabled || hindrance !== undefined
  return (
    <div>
      <Button
        kind={danger ? 'danger' : 'primary'}
        full
        busy={busy}
        disabled={off}
        describedBy={off ? REASON_ID : undefined}
        onClick={onClick}
      >
        {children}
      </Button>
      <p id={REASON_ID} className={noted && !hindrance ? 'visually-hidden' : 'money-reason'} role="status">
        {hindrance ? moneyWordsFor(hindrance).text : reason}
      </p>
    </div>
  )
}

/** What went wrong with a form or a review, in the catalogue's words or those of the wallet's answer. */
export function FormError({ code, help }: { code: ErrorCode | undefined; help?: string | undefined }) {
  if (!code) return null
  const words = moneyWordsFor(code, help)
  return (
    <>
      <Note kind={code === 'PRICE_CHANGED' ? 'warn' : 'bad'} announce="alert" title={words.text}>
        {words.help}
      </Note>
      <Suspense>
        <CopyDetails code={code} />
      </Suspense>
    </>
  )
}
