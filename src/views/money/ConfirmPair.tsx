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
  const hindrance = useHindrance()
  return (
    <>
      <p id={id} className="review-hint" role="status">
        <Icon name="info" size={16} />
        {hindrance ? moneyWordsFor(hindrance).text : hint}
      </p>
      <ButtonPair>
        <Button onClick={onCancel}>{t.send.cancel}</Button>
        <Button kind="primary" disabled={hindrance !== undefined} describedBy={id} onClick={onConfirm}>
          {name}
        </Button>
      </ButtonPair>
    </>
  )
}
