import { type ReactNode, Suspense, useEffect, useId, useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { watchAccount } from '../controllers/account-watch'
import { chooseAccount } from '../controllers/choose-account'
import { disconnect } from '../controllers/connection'
import { leaveAccount } from '../controllers/leave-account'
import { navigate } from '../controllers/modal'
import { learnNameOffer } from '../controllers/name-offer'
import { AUTH_ID } from '../lib/auth-id'
import { type CaipAddress, type ChainNamespace, parseCaipAddress, shortAddress } from '../lib/caip'
import { WATCH } from '../lib/wallet'
import { account } from '../state/account'
import { type Chain, chains } from '../state/chains'
import { config } from '../state/config'
import { names } from '../state/names'
import { Avatar } from '../ui/Avatar'
import { Badge } from '../ui/Badge'
import { Body } from '../ui/Body'
import { CopyButton } from '../ui/CopyButton'
import { ListRow, RowList } from '../ui/ListRow'
import { lazyPart } from '../ui/lazy-part'
import { SectionLabel } from '../ui/SectionLabel'
import { useSheet } from '../ui/sheet'
import { IconTile, WalletIcon } from '../ui/WalletIcon'
import { ExplorerRow } from './ExplorerRow'
import { NotConnected } from './NotConnected'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'
import { useSaid } from './use-said'
import { useWalletName } from './use-wallet-name'
import css from './YourAccount.css?inline'

export const header = titled('YourAccount')

// Loaded eagerly for an embedded wallet, so that nothing moves later; most wallets are not.
const EmbeddedAccount = lazyPart(() => import('./EmbeddedAccount'), 'default', chains.active.connectorId === AUTH_ID)

/** The account's name and address, the other accounts, wallet and network, and the button to disconnect. */
export default function YourAccount(): ReactNode {
  useSheet(css)
  const t = useMessages()
  const { address, wallet, connectorId } = useActiveAccount()
  const walletName = useWalletName() ?? t.modal.wallet
  const { profileName, profileImage } = useSnapshot(account)
  // A host may open this view first, and then nothing else has read the account.
  useEffect(watchAccount, [])
  if (!address) return <NotConnected />
  const short = shortAddress(address)
  return (
    <Body end="tight">
      <div className="your-account">
        <Avatar seed={address} src={profileImage} size={80} />
        {profileName && (
          <strong>
            <bdi>{profileName}</bdi>
          </strong>
        )}
        <CopyButton
          look="inline"
          text={address}
          label={t.account.copyAddress(short)}
          copiedText={t.account.addressCopied}
          failedText={t.modal.copyFailed}
        >
          <bdi>{short}</bdi>
        </CopyButton>
      </div>
      {connectorId === AUTH_ID && (
        <Suspense fallback={null}>
          <EmbeddedAccount />
        </Suspense>
      )}
      <Accounts />
      <RowList label={t.titles.YourAccount}>
        <ListRow
          title={t.yourAccount.wallet}
          picture={<WalletIcon name={walletName} src={wallet?.icon} />}
          meta={<bdi>{walletName}</bdi>}
        />
        <NetworkRow />
        <NameRow />
        <ExplorerRow />
        <WaysOut />
      </RowList>
    </Body>
  )
}

/** Of several wallets each is left by itself; with a single one all ends. */
function WaysOut() {
  const t = useMessages()
  const { byNamespace } = useSnapshot(chains)
  const held = Object.entries(byNamespace).filter(([, { status }]) => status === 'connected')
  // One that serves several chains is left on all of them.
  const isFirst = (id: string | undefined, at: number) => held.findIndex(([, { connectorId }]) => connectorId === id) === at
  const wallets = held.filter(([, { connectorId }], at) => isFirst(connectorId, at))
  if (wallets.length > 1) return wallets.map(([namespace, chain]) => <WayOut key={namespace} {...{ namespace, chain }} />)
  return <ListRow title={t.account.disconnect} picture={<IconTile icon="exit" />} onClick={leaveAccount} />
}

type WayOutProps = { namespace: ChainNamespace; chain: Pick<Chain, 'wallet' | 'connectorId' | 'networkId'> }

function WayOut({ namespace, chain }: WayOutProps) {
  const t = useMessages()
  const name = useWalletName(chain)
  return (
    <ListRow
      title={t.account.disconnect}
      sub={useNetwork(chain.networkId)?.name}
      picture={<IconTile icon="exit" />}
      meta={<bdi>{name}</bdi>}
      onClick={() => void disconnect(namespace)}
    />
  )
}

function NetworkRow() {
  const t = useMessages()
  const { networkId } = useActiveAccount()
  const name = useNetwork(networkId)?.name ?? t.account.unsupportedNetwork
  return (
    <ListRow
      title={t.yourAccount.network}
      picture={<WalletIcon name={name} shape="coin" />}
      meta={<bdi>{name}</bdi>}
      trail="next"
      onClick={() => navigate('Networks')}
    />
  )
}

/** The account's name, or the offer to register one where that is possible; only for EVM accounts. */
function NameRow() {
  const t = useMessages()
  const { features } = useSnapshot(config)
  const { activeNamespace } = useSnapshot(chains)
  const { profileName } = useSnapshot(account)
  const { networkId, connectorId } = useActiveAccount()
  const { unservedOn } = useSnapshot(names)
  // Before the first frame: what is known already moves no row.
  useLayoutEffect(() => void (networkId && learnNameOffer(networkId)), [networkId])
  const offered = connectorId !== WATCH && unservedOn !== networkId
  if (!features.includes('names') || activeNamespace !== 'eip155' || !(profileName || offered)) return null
  return (
    <ListRow
      title={t.yourAccount.name}
      picture={<IconTile icon="tag" />}
      meta={<bdi>{profileName ?? t.yourAccount.noName}</bdi>}
      {...(offered && { trail: 'next', onClick: () => navigate('RegisterAccountName') })}
    />
  )
}

/** Every account that the connected wallets share; pressing one makes it the active one. */
function Accounts() {
  const t = useMessages().yourAccount
  const label = useId()
  const { byNamespace } = useSnapshot(chains)
  const all = Object.values(byNamespace).flatMap(({ status, accounts }) => (status === 'connected' ? accounts : []))
  if (all.length < 2) return null
  return (
    <>
      <SectionLabel id={label}>{t.accounts}</SectionLabel>
      <RowList labelledBy={label}>
        {all.map((id) => (
          <AccountRow key={id} id={id} />
        ))}
      </RowList>
    </>
  )
}

function AccountRow({ id }: { id: CaipAddress }) {
  const t = useMessages().yourAccount
  const { active, byNamespace } = useSnapshot(chains)
  const { address, networkId, namespace } = parseCaipAddress(id)
  const type = byNamespace[namespace]?.accountTypes?.[address]
  const purpose = type === 'payment' || type === 'ordinal' || type === 'stx' ? t.purposes[type] : undefined
  const network = useNetwork(networkId)?.name
  const current = active.caipAddress === id
  const [picked, setPicked] = useState(false)
  useSaid(picked && current && `${t.inUse}: ${shortAddress(address)}`)
  return (
    <ListRow
      title={<bdi>{shortAddress(address)}</bdi>}
      sub={
        <>
          <bdi>{network}</bdi>
          {purpose && ` · ${purpose}`}
        </>
      }
      picture={<Avatar seed={address} />}
      current={current}
      badge={current && <Badge tone="accent">{t.inUse}</Badge>}
      // Also for the account in use, so that the row stays a button and keeps the focus.
      onClick={() => {
        chooseAccount(id)
        setPicked(true)
      }}
    />
  )
}
