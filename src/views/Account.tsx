import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { showKnownTokens } from '../controllers/known-tokens'
import { navigate } from '../controllers/modal'
import { showAccount } from '../controllers/shown-account'
import { WATCH } from '../lib/wallet'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { Body, Footer } from '../ui/Body'
import { lazyPart } from '../ui/lazy-part'
import { Rail } from '../ui/Rail'
import { SkeletonEntries } from '../ui/SkeletonEntries'
import { Spinner } from '../ui/Spinner'
import { StatusBadge } from '../ui/StatusBadge'
import { useSheet } from '../ui/sheet'
import { Tabs } from '../ui/Tabs'
import { WalletIcon } from '../ui/WalletIcon'
import css from './Account.css?inline'
import { accountActions } from './account-actions'
import { Balance } from './Balance'
import { Disconnect } from './Disconnect'
import { NotConnected } from './NotConnected'
import { TokensPanel } from './TokensPanel'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'
import { useRelayAway } from './use-relay-away'
import { useWalletName } from './use-wallet-name'

export { accountHeader as header } from './account-header'

const ActivityPanel = lazyPart(() => import('./ActivityPanel'))
const NftsPanel = lazyPart(() => import('./NftsPanel'))

const panels = { tokens: TokensPanel, nfts: NftsPanel, activity: ActivityPanel }
type Tab = keyof typeof panels

/** The connected account: balance, actions, the lists, and the button to disconnect. */
export default function Account(): ReactNode {
  useSheet(css)
  // In the first render, so that stored tokens are in the first frame.
  useState(showKnownTokens)
  useEffect(showAccount, [])
  const { address } = useActiveAccount()
  return address ? <Connected /> : <NotConnected />
}

function Connected() {
  const t = useMessages()
  const { features } = useSnapshot(config)
  const watched = useActiveAccount().connectorId === WATCH
  const tabs = (['tokens', 'nfts', 'activity'] as const)
    .filter((id) => id === 'tokens' || features.includes(id))
    .map((id) => ({ id, label: t.account[id] }))
  const [chosen, setTab] = useTab()
  const tab = tabs.some(({ id }) => id === chosen) ? chosen : 'tokens'
  const Panel = panels[tab]
  return (
    <>
      <Body end="tight">
        <Balance />
        {watched ? (
          <p className="account-watched">
            <StatusBadge tone="warn">{t.watch.badge}</StatusBadge>
          </p>
        ) : (
          <Actions />
        )}
        <Tabs label={t.account.tabs} tabs={tabs} value={tab} onChange={setTab}>
          <div className="account-panel">
            <Suspense fallback={<SkeletonEntries count={4} />}>
              <Panel />
            </Suspense>
          </div>
        </Tabs>
      </Body>
      <AccountFooter />
    </>
  )
}

let lastTab: Tab = 'tokens'

/** The open tab: the first one, or after Back the last one. */
function useTab(): [Tab, (tab: Tab) => void] {
  const state = useState(() => (modal.direction === 'prev' ? lastTab : 'tokens'))
  lastTab = state[0]
  return state
}

function Actions() {
  const t = useMessages()
  const { features } = useSnapshot(config)
  const actions = accountActions(features, useActiveAccount().networkId)
  if (actions.length === 0) return null
  const pick = (picked: string) => {
    for (const { id, view } of actions) if (id === picked) navigate(view)
  }
  return (
    <Rail
      tall
      label={t.account.actions}
      items={actions.map(({ id, icon, disabled }) => ({ id, icon, disabled, label: t.account[id] }))}
      onPick={pick}
    />
  )
}

function AccountFooter() {
  const t = useMessages()
  const { wallet, connectorId } = useActiveAccount()
  const away = useRelayAway()
  const name = useWalletName() ?? t.modal.wallet
  return (
    <Footer split>
      <span className="account-wallet" role="status">
        {away ? <Spinner /> : <WalletIcon name={name} src={wallet?.icon} size={20} />}
        <span>{connectorId === WATCH ? t.watch.badge : away ? t.account.reconnecting : t.account.connectedWith(name)}</span>
      </span>
      <Disconnect />
    </Footer>
  )
}
