import { Suspense, useId } from 'react'
import { WALLET_CONNECT } from '../../lib/wallet'
import { Button, ButtonPair } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { lazyExtra } from '../../ui/lazy-part'
import { useActiveAccount } from '../use-active-account'
import { moneyWordsFor } from './money-words'
import { useHindrance } from './use-hindrance'
import { useMoneyMessages } from './use-money-messages'

// Only apps on a phone have one.
const OpenApp = lazyExtra(() => import('../OpenApp'))

type ConfirmPairProps = {
  /** Label of the confirming button, with the amount. */
  name: string
  /** What happens after the press. */
  hint: string
  onCancel: () => void
  onConfirm: () => void
}

/** The buttons of a review: cancel and confirm. Styled in SendReview.css. */
export function ConfirmPair({ name, hint, onCancel, onConfirm }: ConfirmPairProps) {
  const t = useMoneyMessages()
  const id = useId()
  const off = useHindrance() !== undefined
  return (
    <>
      <Hint id={id}>{hint}</Hint>
      <ButtonPair>
        <Button onClick={onCancel}>{t.send.cancel}</Button>
        <Button kind="primary" disabled={off} describedBy={id} onClick={onConfirm}>
          {name}
        </Button>
      </ButtonPair>
    </>
  )
}

/** The end of a screen that waits for the wallet: the link to its app on this phone while it is asked, and the way out. */
export function WaitPair({ asks, onCancel }: { asks: boolean; onCancel: () => void }) {
  const t = useMoneyMessages()
  const { connectorId } = useActiveAccount()
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
