import { readHistory } from '../controllers/shown-history'
import { Button } from '../ui/Button'
import type { IconName } from '../ui/icons'
import { IconTile } from '../ui/WalletIcon'
import { useMessages } from './use-messages'
import { wordsFor } from './words-for'

/** In the place of a history that did not load. */
export function HistoryFailed({ icon }: { icon: IconName }) {
  const t = useMessages()
  const { text, help } = wordsFor('TRANSACTIONS_UNAVAILABLE')
  return (
    <div className="account-empty" role="alert">
      <IconTile icon={icon} />
      <strong>{text}</strong>
      <p>{help}</p>
      <Button size="small" kind="line" icon="refresh" onClick={readHistory}>
        {t.modal.tryAgain}
      </Button>
    </div>
  )
}
