import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ActivityEntry } from '../controllers/activity-entries'
import { readOlder, showHistory } from '../controllers/shown-history'
import { isWaiting } from '../lib/load-status'
import { history } from '../state/history'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { Button } from '../ui/Button'
import { SkeletonEntries } from '../ui/SkeletonEntries'
import { useSheet } from '../ui/sheet'
import { type ListPlace, VirtualRows } from '../ui/VirtualRows'
import { IconTile } from '../ui/WalletIcon'
import css from './ActivityPanel.css?inline'
import { ExplorerLink } from './ExplorerRow'
import { HistoryFailed } from './HistoryFailed'
import { TransactionRow } from './TransactionRow'
import { titleOf } from './transaction-words'
import { useActiveAccount } from './use-active-account'
import { useActivity } from './use-activity'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'
import { wordsFor } from './words-for'

const HEADING = 36
const ROW = 64
const heightOf = ({ type }: ActivityEntry) => (type === 'month' ? HEADING : ROW)
const keyOf = ({ id }: ActivityEntry) => id

/** The account's transactions by month; older pages load on scrolling. */
export default function ActivityPanel() {
  useSheet(css)
  useEffect(showHistory, [])
  const t = useMessages()
  const { caipAddress, networkId } = useActiveAccount()
  const { status, paging, cursor, owner } = useSnapshot(history)
  const { locale } = useSnapshot(messages)
  const entries = useActivity()
  const place = usePlace()
  const coin = useNetwork(networkId)?.nativeCurrency.symbol ?? ''
  const drawEntry = useCallback(
    (entry: ActivityEntry) =>
      entry.type === 'month' ? (
        <li className="activity-month" data-heading>
          <h3>{entry.title}</h3>
        </li>
      ) : (
        <TransactionRow name={entry.id} transaction={entry.transaction} t={t.activity} {...{ locale, coin, owner }} />
      ),
    [t, locale, coin, owner],
  )
  const isOther = owner !== caipAddress
  const loading = isOther || isWaiting(status)
  const more = !isOther && cursor !== undefined
  const isEmpty = !loading && status !== 'failed' && entries.length === 0 && !more
  return (
    <>
      <VirtualRows
        label={t.account.activity}
        items={entries}
        keyOf={keyOf}
        nameOf={(entry) => (entry.type === 'month' ? '' : titleOf(entry.transaction, t.activity))}
        heightOf={heightOf}
        onEnd={more ? readOlder : undefined}
        place={place}
      >
        {drawEntry}
      </VirtualRows>
      {loading && entries.length === 0 && <SkeletonEntries count={4} />}
      {!loading && status === 'failed' && <HistoryFailed icon="clock" />}
      {more && <Older paging={paging} />}
      {/* One node that is always there: a live region that is added together with its text is not announced. */}
      <div className={isEmpty ? 'account-empty' : undefined} role="status">
        {isEmpty ? (
          <Nothing unserved={status === 'unserved'} />
        ) : (
          <span className="visually-hidden">{(loading || paging === 'loading') && t.activity.loading}</span>
        )}
      </div>
    </>
  )
}

let left: ListPlace | undefined

/** The scroll position of the list: after Back from a transaction the last one, else the start. */
function usePlace(): ListPlace {
  const [place] = useState(() => {
    const before = modal.direction === 'prev' ? left : undefined
    left = undefined
    return before ?? { offset: 0, margin: 0 }
  })
  useEffect(
    () => () => {
      left = modal.view === 'Transaction' ? place : undefined
    },
    [place],
  )
  return place
}

function Older({ paging }: { paging: 'idle' | 'loading' | 'failed' }) {
  const t = useMessages()
  if (paging === 'loading') return <SkeletonEntries count={2} />
  return (
    <div className="activity-older">
      {paging === 'failed' && <p role="alert">{t.activity.olderFailed}</p>}
      <Button full onClick={readOlder}>
        {paging === 'failed' ? t.modal.tryAgain : t.activity.showOlder}
      </Button>
    </div>
  )
}

function Nothing({ unserved }: { unserved: boolean }) {
  const t = useMessages()
  return (
    <>
      <IconTile icon="clock" />
      <strong>{unserved ? wordsFor('TRANSACTIONS_UNAVAILABLE').text : t.activity.none}</strong>
      <p>{unserved ? <ExplorerLink /> : t.activity.noneHelp}</p>
    </>
  )
}
