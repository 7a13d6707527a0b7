import { backToWallets } from '../controllers/connecting'
import { Button } from '../ui/Button'
import { useMessages } from './use-messages'

/** The button that leads to the other wallets. */
export function PickAnother() {
  const t = useMessages()
  return (
    <Button kind="ghost" size="small" onClick={backToWallets}>
      {t.connecting.pickAnother}
    </Button>
  )
}
