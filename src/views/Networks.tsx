import { Fragment, type ReactNode, useId } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../controllers/app-info'
import { approvedFirst } from '../controllers/network-search'
import { pickNetwork } from '../controllers/pick-network'
import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { Network } from '../lib/network'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { Badge } from '../ui/Badge'
import { Body, Footer } from '../ui/Body'
import { ListRow, RowList } from '../ui/ListRow'
import { NothingFound } from '../ui/NothingFound'
import { SectionLabel } from '../ui/SectionLabel'
import { SkeletonRows } from '../ui/Skeleton'
import { WalletIcon } from '../ui/WalletIcon'
import { NotLoaded } from './NotLoaded'
import { OpenAsked } from './OpenAsked'
import { titled } from './titled'
import { useLoadNetworks } from './use-load-networks'
import { useMessages } from './use-messages'
import { hasToApprove, useNetworkPick } from './use-network-pick'
import { useNetworkSearch } from './use-network-search'
import { useSaid } from './use-said'
import { useWalletName } from './use-wallet-name'

export const header = titled('Networks')

/** The app's networks; choosing one asks the wallet to switch. */
export default function Networks(): ReactNode {
  const t = useMessages()
  const label = useId()
  const { pending, pick } = useNetworkPick(pickNetwork)
  const { list, field, none, ...searched } = useNetworkSearch()
  const { byNamespace } = useSnapshot(chains)
  const retry = useLoadNetworks()
  const found = approvedFirst(searched.found, (each) => byNamespace[each.chainNamespace]?.approved)
  const families = [...new Set(found.map(({ chainNamespace }) => chainNamespace))]
  return (
    <>
      <Body end="tight">
        {field}
        {retry && <NotLoaded onRetry={retry} />}
        {list.length === 0 && !retry && <SkeletonRows count={2} round />}
        {families.map((family) => (
          <Fragment key={family}>
            <SectionLabel id={`${label}${family}`}>
              {families.length > 1
                ? (t.connecting.chains[family as keyof typeof t.connecting.chains] ?? family)
                : t.networks.usedBy(appInfo().name)}
            </SectionLabel>
            <RowList labelledBy={`${label}${family}`}>
              <NetworkRows
                family={family}
                list={found.filter(({ chainNamespace }) => chainNamespace === family)}
                pending={pending}
                onPick={pick}
              />
            </RowList>
          </Fragment>
        ))}
        <div role="status">{none && <NothingFound title={none}>{t.networks.noneHelp}</NothingFound>}</div>
      </Body>
      <Footer>
        {t.networks.note}
        <OpenAsked network={pending} />
      </Footer>
    </>
  )
}

type NetworkRowsProps = {
  family: ChainNamespace
  list: readonly Network[]
  pending: CaipNetworkId | undefined
  onPick: (id: CaipNetworkId) => void
}

/** The networks of one namespace. What is the same for every row is read once: an app may have hundreds. */
function NetworkRows({ family, list, pending, onPick }: NetworkRowsProps) {
  const t = useMessages()
  const { active, byNamespace, activeNamespace } = useSnapshot(chains)
  const { startNetwork } = useSnapshot(config)
  const inUse = active.networkId ? activeNamespace === family && active.networkId : startNetwork
  const chain = byNamespace[family]
  const approved = chain?.approved
  const wallet = useWalletName(chain ?? {}) ?? t.networks.yourWallet
  const asked = list.some(({ caipNetworkId: id }) => id === pending && id !== inUse) && chain && hasToApprove(chain)
  useSaid(asked && t.connecting.approveIn(wallet))
  return list.map(({ caipNetworkId: id, name, testnet }) => {
    const current = id === inUse
    const badge = current ? (
      <Badge tone="accent">{t.networks.current}</Badge>
    ) : (
      testnet && <Badge tone="line">{t.networks.testnet}</Badge>
    )
    return (
      <ListRow
        key={id}
        title={name}
        picture={<WalletIcon name={name} shape="coin" />}
        badge={pending === id ? undefined : badge}
        meta={pending === id && asked && t.connecting.approveIn(wallet)}
        trail={pending === id ? 'busy' : undefined}
        current={current}
        disabled={approved && !approved.includes(id) && !current ? t.networks.notIn(wallet) : undefined}
        onClick={() => onPick(id)}
      />
    )
  })
}
