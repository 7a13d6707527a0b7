import { Fragment, type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { watchAccount } from '../controllers/account-watch'
import { addressUri } from '../lib/address-uri'
import type { Network } from '../lib/network'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { messages } from '../state/messages'
import { networks } from '../state/networks'
import { AddressGroups } from '../ui/AddressGroups'
import { Avatar } from '../ui/Avatar'
import { Body } from '../ui/Body'
import { CopyButton } from '../ui/CopyButton'
import { Note } from '../ui/Note'
import { Qr } from '../ui/Qr'
import { useSheet } from '../ui/sheet'
import { NotConnected } from './NotConnected'
import { NotLoaded } from './NotLoaded'
import css from './Receive.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useLoadNetworks } from './use-load-networks'
import { useMessages } from './use-messages'

export const header = titled('Receive')

/** The account's address: as a QR code, in full, and to be copied. */
export default function Receive(): ReactNode {
  useSheet(css)
  const t = useMessages()
  const { address, networkId } = useActiveAccount()
  const { profileName } = useSnapshot(account)
  const retry = useLoadNetworks()
  useEffect(watchAccount, [])
  if (!address || !networkId) return <NotConnected />
  return (
    <Body>
      <div className="receive-code">
        <Qr text={addressUri(networkId, address)} label={t.receive.qr} logo={<Avatar seed={address} size={40} />} />
      </div>
      {profileName && (
        <p className="receive-name">
          <bdi>{profileName}</bdi>
        </p>
      )}
      <AddressGroups address={address} />
      {retry && <NotLoaded onRetry={retry} />}
      <SupportedNetworks />
      <CopyButton look="main" text={address} copiedText={t.account.addressCopied} failedText={t.modal.copyFailed}>
        {t.receive.copy}
      </CopyButton>
    </Body>
  )
}

/** The networks on which the address may be paid; coins sent on others may be lost. */
function SupportedNetworks() {
  const t = useMessages()
  const { list } = useSnapshot(networks)
  const { activeNamespace } = useSnapshot(chains)
  const { accountType, networkId, approved } = useActiveAccount()
  const { locale } = useSnapshot(messages)
  // A smart account's contract may not exist on other networks (facts: state and routing §9), and each Bitcoin network has addresses of
  // its own. The same may hold for a wallet that has approved only some networks, as Safe does.
  const isHere =
    accountType === 'smartAccount' || activeNamespace === 'bip122'
      ? (network: Network) => network.caipNetworkId === networkId
      : ({ chainNamespace, caipNetworkId }: Network) =>
          chainNamespace === activeNamespace && (approved?.includes(caipNetworkId) ?? true)
  const names = (list as readonly Network[]).filter(isHere).map(({ name }) => name)
  if (names.length === 0) return null
  const parts = new Intl.ListFormat(locale, { type: 'disjunction' }).formatToParts(names)
  const marked = parts.map(({ type, value }, index) =>
    type === 'element' ? <strong key={index}>{value}</strong> : <Fragment key={index}>{value}</Fragment>,
  )
  return (
    <div className="receive-note">
      <Note>
        <span>
          {t.receive.only<ReactNode>(marked).map((part, index) => (
            <Fragment key={index}>{part}</Fragment>
          ))}
        </span>
      </Note>
    </div>
  )
}
