import type { ReactNode } from 'react'
import { appInfo } from '../controllers/app-info'
import { goBack, hideModal } from '../controllers/modal'
import { modal } from '../state/modal'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { WalletIcon } from '../ui/WalletIcon'
import { NotConnected } from './NotConnected'
import type { ViewHeader } from './pages'
import { useActiveAccount } from './use-active-account'
import { useSessionMessages } from './use-session-messages'

export const header: ViewHeader = { Title: () => <>{useSessionMessages().created}</> }

/** Tells that the app may act for the visitor now, and where to revoke that. */
export default function SmartSessionCreated(): ReactNode {
  const t = useSessionMessages()
  const { address } = useActiveAccount()
  if (!address) return <NotConnected />
  const { name, icon } = appInfo()
  const leave = () => (modal.stack.length > 1 ? goBack() : hideModal())
  return (
    <Body>
      <Status
        announce="status"
        title={<bdi>{name}</bdi>}
        picture={
          <Ring status="done">
            <WalletIcon name={name} src={icon} size={72} />
          </Ring>
        }
      >
        {t.createdHelp}
      </Status>
      <Button kind="primary" full onClick={leave}>
        {t.done}
      </Button>
    </Body>
  )
}
