import { useCallback, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { ambiguousAmong, type Holding } from '../controllers/holdings'
import { navigate } from '../controllers/modal'
import { isPositive } from '../lib/decimal'
import { isWaiting } from '../lib/load-status'
import { shortFiat } from '../lib/short-figures'
import { WATCH } from '../lib/wallet'
import { account } from '../state/account'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { tokens } from '../state/tokens'
import { Amount } from '../ui/Amount'
import { NetworkBadge } from '../ui/Badged'
import { ListRow, RowList } from '../ui/ListRow'
import { Note } from '../ui/Note'
import { SectionLabel } from '../ui/SectionLabel'
import { SkeletonEntries } from '../ui/SkeletonEntries'
import { useCalmPicture, VirtualRows } from '../ui/VirtualRows'
import { IconTile, WalletIcon } from '../ui/WalletIcon'
import { ExplorerRow } from './ExplorerRow'
import { HoldingSum } from './HoldingSum'
import { useActiveAccount } from './use-active-account'
import { useHoldings } from './use-holdings'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'
import { wordsFor } from './words-for'

/** Rows that are visible when the account opens; the skeleton has as many, so that nothing moves. */
const IN_SIGHT = 4

/** What the account holds: the coin and every token, each with its value. */
export function TokensPanel() {
  const t = useMessages()
  const { status, halted } = useSnapshot(tokens)
  const { balanceStatus } = useSnapshot(account)
  const holdings = useHoldings()
  const known = useMemo(() => holdings.filter(({ amount }) => amount !== undefined), [holdings])
  const loading = isWaiting(status) || (known.length === 0 && isWaiting(balanceStatus))
  const { locale } = useSnapshot(messages)
  const network = useNetwork(useActiveAccount().networkId)?.name ?? ''
  const isAmbiguous = useMemo(() => ambiguousAmong(known), [known])
  // What is the same for every row is read once.
  const drawHolding = useCallback(
    (holding: Holding) => {
      const noPrice = loading ? undefined : t.account.noPrice
      return <HoldingRow {...{ holding, network, locale, noPrice }} isAmbiguous={isAmbiguous(holding)} />
    },
    [network, locale, t, loading, isAmbiguous],
  )
  const isEmpty = status === 'ready' && known.length === 1 && !isPositive(known[0]?.amount ?? '')
  return (
    <div data-status={status === 'failed' || halted ? 'failed' : undefined}>
      <VirtualRows label={t.account.tokens} items={known} keyOf={keyOf}>
        {drawHolding}
      </VirtualRows>
      {loading && <SkeletonEntries from={known.length} count={IN_SIGHT} />}
      <span className="visually-hidden" role="status">
        {loading ? t.account.tokensLoading : ''}
      </span>
      {status === 'unserved' && <Unserved />}
      {isEmpty && <PutIn />}
      {!loading && (
        <RowList>
          <ExplorerRow />
        </RowList>
      )}
    </div>
  )
}

const keyOf = ({ id }: Holding) => id

/** `noPrice`: the text where there is no price; undefined while prices are still loading. */
type HoldingRowProps = {
  holding: Holding
  isAmbiguous: boolean
  network: string
  locale: string
  noPrice: string | undefined
}

function HoldingRow({ holding, isAmbiguous, network, locale, noPrice }: HoldingRowProps) {
  const { name, symbol, value, iconUrl } = holding
  const picture = useCalmPicture(iconUrl)
  const worth = value === undefined ? '–' : shortFiat(value, locale)
  return (
    <ListRow
      title={<bdi>{name}</bdi>}
      sub={<HoldingSum {...{ holding, isAmbiguous, locale }} />}
      picture={
        <NetworkBadge size={40} name={network}>
          <WalletIcon name={symbol || name} src={picture} shape="coin" />
        </NetworkBadge>
      }
      end={
        value === undefined && noPrice === undefined
          ? undefined
          : { title: <Amount>{worth}</Amount>, sub: value === undefined && noPrice }
      }
    />
  )
}

/** Says that the provider does not know the network, where the tokens would be. */
function Unserved() {
  const t = useMessages()
  const { networkId } = useActiveAccount()
  const { providerUrl, projectId } = useSnapshot(config)
  const network = useNetwork(networkId)?.name ?? ''
  if (!providerUrl && !projectId) return null
  return <Note title={wordsFor('BALANCE_UNAVAILABLE').text}>{t.account.unserved(network)}</Note>
}

/** For an empty account that is the user's own: the row that leads to Receive. */
function PutIn() {
  const t = useMessages()
  const { features } = useSnapshot(config)
  const { connectorId } = useActiveAccount()
  if (connectorId === WATCH || !features.includes('receive')) return null
  return (
    <>
      <SectionLabel>{t.account.putIn}</SectionLabel>
      <RowList label={t.account.putIn}>
        <ListRow
          title={t.account.receiveFrom}
          sub={t.account.receiveHelp}
          picture={<IconTile icon="receive" />}
          trail="next"
          onClick={() => navigate('Receive')}
        />
      </RowList>
    </>
  )
}
