import { backToWallets } from '../controllers/connecting'
import { Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { useMessages } from './use-messages'

/** The footer with the button that leads to the other wallets, behind `text` or "Changed your mind?". */
export function PickAnother({ text }: { text?: string | undefined }) {
  const t = useMessages().connecting
  return (
    <Footer>
      {text ?? t.changedMind}
      <Button kind="ghost" size="small" onClick={backToWallets}>
        {t.pickAnother}
      </Button>
    </Footer>
  )
}
