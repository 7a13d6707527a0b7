import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { leaveView } from '../controllers/modal'
import { loadSwapTokens } from '../controllers/swap-form'
import { pickSwapToken, popularFirst } from '../controllers/swap-tokens'
import { shortAmount, shortFiat } from '../lib/short-figures'
import type { SwapAsset } from '../lib/swap-asset'
import { messages } from '../state/messages'
import { swap } from '../state/swap'
import { Amount } from '../ui/Amount'
import { NetworkBadge } from '../ui/Badged'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { ListRow } from '../ui/ListRow'
import { Note } from '../ui/Note'
import { NothingFound } from '../ui/NothingFound'
import { SectionLabel } from '../ui/SectionLabel'
import { SkeletonEntries } from '../ui/SkeletonEntries'
import { SearchInput } from '../ui/TextInput'
import { VirtualRows } from '../ui/VirtualRows'
import { WalletIcon } from '../ui/WalletIcon'
import { useTradeMessages } from './money/use-trade-messages'
import { NotConnected } from './NotConnected'
import { useShown } from './shown-view'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useHoldings } from './use-holdings'
import { useNetwork } from './use-network'

export const header = titled('SwapToken')

type Row = ({ id: string } & ReturnType<typeof popularFirst>['own'][number]) | { id: string; title: string }

const keyOf = ({ id }: Row) => id
const nameOf = (row: Row) => ('title' in row ? '' : row.asset.name || row.asset.symbol)

/** The tokens that can be swapped: own ones first, then popular ones, then the rest. */
export default function SwapToken(): ReactNode {
  const t = useTradeMessages()
  const [text, setText] = useState('')
  const { locale } = useSnapshot(messages)
  const { tokens, tokensStatus, from, to } = useSnapshot(swap)
  const { data } = useShown()
  const side = data?.side === 'to' ? 'to' : 'from'
  const { address, networkId } = useActiveAccount()
  const network = useNetwork(networkId)?.name ?? ''
  const holdings = useHoldings()
  const rows = useMemo((): Row[] => {
    const { own, popular, others } = popularFirst(tokens as readonly SwapAsset[], holdings, text)
    const section = (title: string, list: typeof own): Row[] =>
      list.length === 0 ? [] : [{ id: title, title }, ...list.map((each) => ({ id: each.asset.address, ...each }))]
    return [...section(t.send.youHave, own), ...section(t.swap.popular(network), popular), ...section(t.swap.all, others)]
  }, [tokens, holdings, text, network, t])
  const isEmpty = tokens.length === 0
  // The form, which loads them, is not mounted while this view is shown.
  useEffect(() => {
    if (isEmpty) void loadSwapTokens()
  }, [isEmpty])
  // The form says that this network is not supported.
  useEffect(() => {
    if (tokensStatus === 'unsupported') leaveView('Swap')
  }, [tokensStatus])
  if (!address) return <NotConnected />
  const failed = isEmpty && tokensStatus === 'failed'
  const chosen = side === 'from' ? from : to
  const pick = (asset: SwapAsset) => {
    pickSwapToken(side, asset.address)
    leaveView('Swap')
  }
  return (
    <Body end="tight">
      <SearchInput label={t.send.search} value={text} onChange={setText} clearLabel={t.send.clearSearch} />
      <VirtualRows label={t.titles.SwapToken} items={rows} keyOf={keyOf} nameOf={nameOf}>
        {(row) =>
          'title' in row ? (
            <li data-heading>
              <SectionLabel>{row.title}</SectionLabel>
            </li>
          ) : (
            <ListRow
              title={<bdi>{row.asset.name || row.asset.symbol}</bdi>}
              sub={
                <>
                  {row.amount === undefined ? (
                    <bdi>{row.asset.symbol}</bdi>
                  ) : (
                    <Amount>{shortAmount(row.amount, row.asset.symbol, locale)}</Amount>
                  )}
                  {row.at && [
                    ' · ',
                    <bdi key="at" className="cut">
                      {row.at}
                    </bdi>,
                  ]}
                </>
              }
              picture={
                <NetworkBadge size={40} name={network}>
                  <WalletIcon name={row.asset.symbol} src={row.asset.iconUrl} shape="coin" />
                </NetworkBadge>
              }
              end={row.value === undefined ? undefined : { title: <Amount>{shortFiat(row.value, locale)}</Amount> }}
              current={row.asset.address === chosen}
              onClick={() => pick(row.asset)}
            />
          )
        }
      </VirtualRows>
      {isEmpty && !failed && <SkeletonEntries count={6} />}
      {failed && (
        <Note kind="warn" announce="alert" title={t.swap.problems['quote-failed']}>
          <Button size="small" kind="line" icon="refresh" onClick={() => void loadSwapTokens()}>
            {t.modal.tryAgain}
          </Button>
        </Note>
      )}
      <div role="status">
        {isEmpty && !failed && <span className="visually-hidden">{t.account.tokensLoading}</span>}
        {!isEmpty && rows.length === 0 && <NothingFound title={t.send.noToken(text)}>{t.send.noTokenHelp}</NothingFound>}
      </div>
    </Body>
  )
}
