import { useSnapshot } from 'valtio'
import { explorerUrl } from '../controllers/account'
import { account } from '../state/account'
import { Amount } from '../ui/Amount'
import { NetworkBadge } from '../ui/Badged'
import { ListRow, RowList } from '../ui/ListRow'
import { Skeleton } from '../ui/Skeleton'
import { IconTile, WalletIcon } from '../ui/WalletIcon'
import { useBalance } from './Balance'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-all-messages'
import { useNetwork } from './use-network'

/** What the account holds: the native coin, and where to see the rest. */
export function TokensPanel() {
  const t = useMessages()
  const { networkId } = useActiveAccount()
  const { balanceStatus } = useSnapshot(account)
  const network = useNetwork(networkId)
  const figure = useBalance()
  if (!network) return null
  const { name, nativeCurrency } = network
  const { symbol } = nativeCurrency
  return (
    <RowList label={t.account.tokens}>
      <ListRow
        title={nativeCurrency.name || symbol || name}
        sub={name}
        picture={
          <NetworkBadge size={40} name={name}>
            <WalletIcon name={symbol || name} shape="coin" />
          </NetworkBadge>
        }
        end={{ title: balanceStatus === 'loading' ? <Skeleton width={68} /> : <Amount>{figure ?? '–'}</Amount> }}
      />
      <ExplorerRow />
    </RowList>
  )
}

function ExplorerRow() {
  const t = useMessages()
  const href = explorerUrl()
  if (!href) return null
  return (
    <ListRow
      title={t.account.explorer}
      sub={<bdi>{new URL(href).host}</bdi>}
      picture={<IconTile icon="globe" />}
      trail="external"
      href={href}
    />
  )
}

/** A tab whose contents come with a later release: says so, and where to look meanwhile. */
export function LaterPanel({ tab }: { tab: 'nfts' | 'activity' }) {
  const t = useMessages()
  const href = explorerUrl()
  return (
    <div className="account-empty">
      <IconTile icon={tab === 'nfts' ? 'grid' : 'clock'} />
      <strong>{tab === 'nfts' ? t.account.nftsLater : t.account.activityLater}</strong>
      {href && (
        <p>
          {tab === 'nfts' ? t.account.nftsLaterHelp : t.account.activityLaterHelp}{' '}
          <a href={href} target="_blank" rel="noopener noreferrer">
            {t.account.viewInExplorer}
          </a>
        </p>
      )}
    </div>
  )
}
