import { navigate } from '../../controllers/modal'
import { Body } from '../../ui/Body'
import { Button } from '../../ui/Button'
import { Ring } from '../../ui/Ring'
import { Status } from '../../ui/Status'
import { IconTile } from '../../ui/WalletIcon'
import { useMoneyMessages } from './use-money-messages'

/** In the place of a view that is not possible on the active network: says so, and leads to Networks. */
export default function Unsupported({ title, children }: { title: string; children: string }) {
  const t = useMoneyMessages()
  return (
    <Body>
      <Status
        announce="alert"
        title={title}
        picture={
          <Ring status="idle" size={132}>
            <IconTile icon="globe" size={56} />
          </Ring>
        }
      >
        {children}
      </Status>
      <Button kind="primary" full onClick={() => navigate('Networks')}>
        {t.send.changeNetwork}
      </Button>
    </Body>
  )
}
