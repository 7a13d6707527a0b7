import { resetView } from '../controllers/modal'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { IconTile } from '../ui/WalletIcon'
import { useMessages } from './use-messages'

/** Shown by the host, or left open, where a view needs an account and there is none. */
export function NotConnected() {
  const t = useMessages()
  return (
    <Body>
      <Status
        title={t.account.notConnected}
        picture={
          <Ring status="idle" size={132}>
            <IconTile icon="wallet" size={56} />
          </Ring>
        }
      />
      <Button kind="primary" full onClick={() => resetView('Connect')}>
        {t.account.connect}
      </Button>
    </Body>
  )
}
