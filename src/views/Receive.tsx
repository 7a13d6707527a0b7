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

/** The account's address to be paid at: as a code, in full, and to be copied. */
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

/** What is sent on any other network may be lost. */
function SupportedNetworks() {
  const t = useMessages()
  const { list } = useSnapshot(networks)
  const { activeNamespace } = useSnapshot(chains)
  const { accountType, networkId, approved } = useActiveAccount()
  const { locale } = useSnapshot(messages)
  // Its address is that of a contract, which on another network may not be there (facts: state and routing §9). That may be so of a
  // wallet that has approved some networks alone, as Safe.
  const isHere =
    accountType === 'smartAccount'
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
