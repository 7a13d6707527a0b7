import { resetView } from '../controllers/modal'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { IconTile } from '../ui/WalletIcon'
import { useMessages } from './use-messages'

/** In the place of a view that needs an account while there is none, as when a host opens it. */
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
