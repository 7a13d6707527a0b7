import { type ReactNode, useEffect } from 'react'
import { appInfo } from '../controllers/app-info'
import { replaceView } from '../controllers/modal'
import { isConfigured } from '../controllers/network-list'
import { pickNetwork } from '../controllers/pick-network'
import { shortAddress } from '../lib/caip'
import { chains } from '../state/chains'
import { Avatar } from '../ui/Avatar'
import { Badge } from '../ui/Badge'
import { Badged, Mark } from '../ui/Badged'
import { Body, Footer } from '../ui/Body'
import { ListRow, RowList } from '../ui/ListRow'
import { Ring } from '../ui/Ring'
import { Status } from '../ui/Status'
import { useSheet } from '../ui/sheet'
import { WalletIcon } from '../ui/WalletIcon'
import { Disconnect } from './Disconnect'
import { NotConnected } from './NotConnected'
import { NotLoaded } from './NotLoaded'
import { OpenAsked } from './OpenAsked'
import { titled } from './titled'
import css from './UnsupportedChain.css?inline'
import { useActiveAccount } from './use-active-account'
import { useLoadNetworks } from './use-load-networks'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'
import { hasToApprove, useNetworkPick } from './use-network-pick'
import { useNetworkSearch } from './use-network-search'
import { useSaid } from './use-said'
import { useWalletName } from './use-wallet-name'
import { wordsFor } from './words-for'

export const header = titled('UnsupportedChain')

/** The wallet is on a network that the site does not use: offers those that it uses, and to disconnect. */
export default function UnsupportedChain(): ReactNode {
  useSheet(css)
  const t = useMessages()
  const active = useActiveAccount()
  const { networkId, address } = active
  const wallet = useWalletName() ?? t.networks.yourWallet
  const { pending, pick } = useNetworkPick(pickNetwork)
  const isAsked = hasToApprove(active)
  useSaid(pending && isAsked && t.connecting.approveIn(wallet))
  const retry = useLoadNetworks()
  const { found, field, none } = useNetworkSearch()
  const { name: app } = appInfo()
  const network = useNetwork(networkId)
  useEffect(() => {
    // A host may open this view although the network is supported.
    if (isConfigured(chains.active.networkId)) replaceView('Networks')
  }, [])
  if (!address) return <NotConnected />
  const known = network?.nativeCurrency.symbol ? network.name : t.networks.chain(network?.id ?? '')
  return (
    <>
      <Body end="tight">
        <Status
          announce="alert"
          title={t.networks.unsupported(app, known)}
          picture={
            <Ring status="idle" size={132}>
              <Badged size={56} badge={<Mark kind="warn" />}>
                <WalletIcon name={known} size={56} shape="coin" />
              </Badged>
            </Ring>
          }
        >
          {isAsked ? t.networks.unsupportedHelp(wallet) : wordsFor('CHAIN_UNSUPPORTED').help}
        </Status>
        {retry && <NotLoaded onRetry={retry} />}
        {field}
        <RowList label={t.titles.Networks}>
          {found.map(({ caipNetworkId: id, name }) => (
            <ListRow
              key={id}
              title={name}
              picture={<WalletIcon name={name} shape="coin" />}
              badge={pending === id ? undefined : <Badge tone="accent">{t.networks.switch}</Badge>}
              meta={pending === id && isAsked && t.connecting.approveIn(wallet)}
              trail={pending === id ? 'busy' : undefined}
              onClick={() => pick(id)}
            />
          ))}
        </RowList>
        <OpenAsked network={pending} full />
        <div role="status">{none && <Status title={none}>{t.networks.noneHelp}</Status>}</div>
      </Body>
      <Footer split>
        <span className="unsupported-account">
          <Avatar seed={address} size={20} />
          <bdi>{shortAddress(address)}</bdi>
        </span>
        <Disconnect />
      </Footer>
    </>
  )
}
