import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ambiguousAmong } from '../controllers/holdings'
import { leaveView } from '../controllers/modal'
import { pickSendToken } from '../controllers/send-form'
import { shortFiat } from '../lib/short-figures'
import { messages } from '../state/messages'
import { send } from '../state/send'
import { tokens } from '../state/tokens'
import { Amount } from '../ui/Amount'
import { NetworkBadge } from '../ui/Badged'
import { Body } from '../ui/Body'
import { ListRow } from '../ui/ListRow'
import { lazyExtra } from '../ui/lazy-part'
import { NothingFound } from '../ui/NothingFound'
import { SectionLabel } from '../ui/SectionLabel'
import { SkeletonEntries } from '../ui/SkeletonEntries'
import { SearchInput } from '../ui/TextInput'
import { VirtualRows } from '../ui/VirtualRows'
import { WalletIcon } from '../ui/WalletIcon'
import { HoldingSum } from './HoldingSum'
import { useMoneyMessages } from './money/use-money-messages'
import { NotConnected } from './NotConnected'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useHoldings } from './use-holdings'
import { useNetwork } from './use-network'

export const header = titled('SendToken')

const BalanceNote = lazyExtra(() => import('./BalanceNote'))

/** The account's coin and tokens, to choose what is sent. */
export default function SendToken(): ReactNode {
  const t = useMoneyMessages()
  const [text, setText] = useState('')
  const { locale } = useSnapshot(messages)
  const { tokenId } = useSnapshot(send)
  const { status } = useSnapshot(tokens)
  const { address, networkId } = useActiveAccount()
  const network = useNetwork(networkId)?.name ?? ''
  const holdings = useHoldings()
  const isAmbiguous = useMemo(() => ambiguousAmong(holdings), [holdings])
  const wanted = text.trim().toLowerCase()
  const found = useMemo(
    () =>
      holdings.filter(
        ({ id, name, symbol }) => !wanted || [id, name, symbol].some((each) => each.toLowerCase().includes(wanted)),
      ),
    [holdings, wanted],
  )
  if (!address) return <NotConnected />
  // The coin is known before the tokens are.
  const waits = status === 'loading'
  const failed = status === 'failed'
  const pick = (id: string) => {
    pickSendToken(id)
    leaveView('Send')
  }
  return (
    <Body end="tight">
      <SearchInput label={t.send.search} value={text} onChange={setText} clearLabel={t.send.clearSearch} />
      {found.length > 0 && <SectionLabel>{t.send.youHave}</SectionLabel>}
      <VirtualRows label={t.send.youHave} items={found} keyOf={({ id }) => id} nameOf={({ name }) => name}>
        {(holding) => (
          <ListRow
            title={<bdi>{holding.name}</bdi>}
            sub={<HoldingSum holding={holding} isAmbiguous={isAmbiguous(holding)} locale={locale} />}
            picture={
              <NetworkBadge size={40} name={network}>
                <WalletIcon name={holding.symbol || holding.name} src={holding.iconUrl} shape="coin" />
              </NetworkBadge>
            }
            end={{ title: <Amount>{holding.value === undefined ? '–' : shortFiat(holding.value, locale)}</Amount> }}
            current={holding.id === tokenId.toLowerCase()}
            onClick={() => pick(holding.id)}
          />
        )}
      </VirtualRows>
      {waits && <SkeletonEntries from={found.length} count={4} />}
      {failed && (
        <Suspense>
          <BalanceNote online />
        </Suspense>
      )}
      <div role="status">
        {waits ? (
          <span className="visually-hidden">{t.account.tokensLoading}</span>
        ) : (
          found.length === 0 && !failed && <NothingFound title={t.send.noToken(text)}>{t.send.noTokenHelp}</NothingFound>
        )}
      </div>
    </Body>
  )
}
