import { leaveConnecting } from '../controllers/connecting'
import { Button } from '../ui/Button'
import { useMessages } from './use-messages'

/** The way to the other wallets. */
export function PickAnother() {
  const t = useMessages()
  return (
    <Button kind="ghost" size="small" onClick={leaveConnecting}>
      {t.connecting.pickAnother}
    </Button>
  )
}
