import { type ReactNode, Suspense, useId, useState } from 'react'
import { WALLET_CONNECT } from '../../lib/wallet'
import { Button, ButtonPair } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { lazyExtra } from '../../ui/lazy-part'
import { useActiveAccount } from '../use-active-account'
import { moneyWordsFor } from './money-words'
import { useHindrance } from './use-hindrance'
import { useMoneyMessages } from './use-money-messages'
import { WayOn } from './WayOn'

// Only apps on a phone have one.
const OpenApp = lazyExtra(() => import('../OpenApp'))

type ConfirmPairProps = {
  /** Label of the confirming button, with the amount. */
  name: string
  /** What happens after the press. */
  hint: string
  /** Whether something above must not be passed by unseen: then the buttons are only reached below it, and do not stay in sight. */
  warns: boolean
  onCancel: () => void
  onConfirm: () => void
  /** What went wrong, or what is confirmed first. */
  children: ReactNode
}

/** The end of a review: cancel and confirm. Styled in SendReview.css. */
export function ConfirmPair({ name, hint, warns, onCancel, onConfirm, children }: ConfirmPairProps) {
  const t = useMoneyMessages()
  const id = useId()
  return (
    <WayOn last={warns}>
      <div className="review-stack">
        {children}
        <Hint id={id}>{hint}</Hint>
        <ButtonPair>
          <Button onClick={onCancel}>{t.send.cancel}</Button>
          <Button kind="primary" disabled={useHindrance() !== undefined} describedBy={id} onClick={onConfirm}>
            {name}
          </Button>
        </ButtonPair>
      </div>
    </WayOn>
  )
}

/** The end of a screen that waits for the wallet: the link to its app on this phone while it is asked, and the way out. */
export function WaitPair({ asks, onCancel }: { asks: boolean; onCancel: () => void }) {
  const t = useMoneyMessages()
  const [connectorId] = useState(useActiveAccount().connectorId)
  return (
    <>
      {asks && connectorId === WALLET_CONNECT && (
        <Suspense>
          <OpenApp full />
        </Suspense>
      )}
      <Button full onClick={onCancel}>
        {t.send.cancel}
      </Button>
    </>
  )
}

/** The line that says what happens next, or why nothing can be sent now. A live region, so it is rendered without text too. */
export function Hint({ id, children }: { id?: string; children?: string }) {
  const hindrance = useHindrance()
  const words = hindrance ? moneyWordsFor(hindrance).text : children
  return (
    <p id={id} className="review-hint" role="status">
      {words && <Icon name="info" size={16} />}
      {words}
    </p>
  )
}
