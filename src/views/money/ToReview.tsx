import { type ReactNode, Suspense } from 'react'
import type { ErrorCode } from '../../lib/errors'
import { Button } from '../../ui/Button'
import { lazyExtra } from '../../ui/lazy-part'
import { Note } from '../../ui/Note'
import { moneyWordsFor } from './money-words'
import { useHindrance } from './use-hindrance'

// Loaded only with an error.
const CopyDetails = lazyExtra(() => import('./CopyDetails'))

/** Id of the line with the reason; also describes a field that is at fault. */
export const REASON_ID = 'money-reason'

type ToReviewProps = {
  children: ReactNode
  /** The transaction is being prepared. */
  busy: boolean
  disabled: boolean
  /** Whether to warn the person about going on. */
  danger?: boolean | undefined
  /** Why the form cannot be reviewed yet, or what is going on; announced when it changes. */
  reason: string
  /** A note shows the reason, so the line is for screen readers only. */
  noted?: boolean
  onClick: () => void
}

/** The button from a form to its review, with the reason why it is disabled. Styled in Send.css. */
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

/** The error of a form or a review. */
export function FormError({ code, help }: { code: ErrorCode | undefined; help?: string | undefined }) {
  if (!code) return null
  const words = moneyWordsFor(code, help)
  return (
    <>
      <Note kind={code.endsWith('_CHANGED') ? 'warn' : 'bad'} announce="alert" title={words.text}>
        {words.help}
      </Note>
      <Suspense>
        <CopyDetails code={code} />
      </Suspense>
    </>
  )
}
