import { useId } from 'react'
import { Button, ButtonPair } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { moneyWordsFor } from './money-words'
import { useHindrance } from './use-hindrance'
import { useMoneyMessages } from './use-money-messages'

type ConfirmPairProps = {
  /** What the button does, with its figure. */
  name: string
  /** What follows the press. */
  hint: string
  onCancel: () => void
  onConfirm: () => void
}

/** The way on from a review and the way back. Its look stands in SendReview.css. */
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

/** What follows, or why nothing can just now, also while the wallet is asked: a line that is there before its words. */
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
