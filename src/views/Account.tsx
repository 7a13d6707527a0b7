import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { watchAccount } from '../controllers/account-watch'
import { resetView } from '../controllers/modal'
import { config } from '../state/config'
import { pairing } from '../state/pairing'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { Rail } from '../ui/Rail'
import { Ring } from '../ui/Ring'
import { Spinner } from '../ui/Spinner'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { Tabs } from '../ui/Tabs'
import { IconTile, WalletIcon } from '../ui/WalletIcon'
import css from './Account.css?inline'
import { LaterPanel, TokensPanel } from './AccountPanels'
import { accountActions } from './account-actions'
import { Balance } from './Balance'
import { Disconnect } from './Disconnect'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-all-messages'

export { accountHeader as header } from './account-header'

type Tab = 'tokens' | 'nfts' | 'activity'

/** The connected account: what it has, what can be done with it, and the way out. */
export default function Account(): ReactNode {
  useSheet(css)
  useEffect(watchAccount, [])
  const { address } = useActiveAccount()
  return address ? <Connected /> : <NotConnected />
}

function Connected() {
  const t = useMessages()
  const [tab, setTab] = useState<Tab>('tokens')
  const { features } = useSnapshot(config)
  const actions = accountActions(features).map(({ id, icon }) => ({ id, icon, label: t.account[id], disabled: true }))
  const tabs = [
    { id: 'tokens', label: t.account.tokens },
    { id: 'nfts', label: t.account.nfts },
    { id: 'activity', label: t.account.activity },
  ] as const
  return (
    <>
      <Body end="tight">
        <Balance />
        {actions.length > 1 && (
          <>
            <Rail tall label={`${t.account.actions}. ${t.account.later}`} items={actions} onPick={() => {}} />
            <p className="account-later">{t.account.later}</p>
          </>
        )}
        <Tabs label={t.account.tabs} tabs={tabs} value={tab} onChange={setTab}>
          <div className="account-panel">{tab === 'tokens' ? <TokensPanel /> : <LaterPanel tab={tab} />}</div>
        </Tabs>
      </Body>
      <AccountFooter />
    </>
  )
}

function AccountFooter() {
  const t = useMessages()
  const { wallet, connectorId } = useActiveAccount()
  const { relay } = useSnapshot(pairing)
  const name = wallet?.name ?? t.modal.wallet
  const away = connectorId === 'walletConnect' && relay === 'reconnecting'
  return (
    <Footer split>
      <span className="account-wallet" role="status">
        {away ? <Spinner /> : <WalletIcon name={name} src={wallet?.icon} size={20} />}
        <span className="cut">{away ? t.account.reconnecting : t.account.connectedWith(name)}</span>
      </span>
      <Disconnect />
    </Footer>
  )
}

function NotConnected() {
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
