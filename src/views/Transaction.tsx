import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { transactionById } from '../controllers/activity'
import { transactionUrl } from '../controllers/explorer'
import { watchPending } from '../controllers/pending'
import { refreshMoved } from '../controllers/shown-account'
import { shortAddress } from '../lib/caip'
import type { PendingTransaction } from '../lib/pending-transaction'
import { shortFiat } from '../lib/short-figures'
import { movesValue, type Transaction as Record, type Transfer } from '../lib/transaction'
import { history } from '../state/history'
import { messages } from '../state/messages'
import { pending } from '../state/pending'
import { AddressGroups } from '../ui/AddressGroups'
import { Amount } from '../ui/Amount'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { ListRow, RowList } from '../ui/ListRow'
import { Note } from '../ui/Note'
import { SectionLabel } from '../ui/SectionLabel'
import { Status } from '../ui/Status'
import { StatusBadge } from '../ui/StatusBadge'
import { useSheet } from '../ui/sheet'
import { Facts, Ticket } from '../ui/Ticket'
import { IconTile, WalletIcon } from '../ui/WalletIcon'
import { useShown } from './shown-view'
import css from './Transaction.css?inline'
import { amountOf, isReceiver, nameOf, titleOf } from './transaction-words'
import { useMessages } from './use-messages'
import { useNetwork } from './use-network'

/** The transaction that the view was opened with. */
function useTransaction(): Record | undefined {
  const { list } = useSnapshot(history)
  const { list: own, listed } = useSnapshot(pending)
  const { data } = useShown()
  return transactionById(list, [...own, ...listed] as readonly PendingTransaction[], data?.transaction)
}

function Title() {
  const t = useMessages()
  const transaction = useTransaction()
  return transaction ? titleOf(transaction, t.activity) : t.titles.Transaction
}

export const header = { Title }

/** One transaction: transfers, status, time, addresses, and a link to the explorer. */
export default function Transaction(): ReactNode {
  useSheet(css)
  useEffect(() => watchPending(refreshMoved), [])
  const { activity: t } = useMessages()
  const transaction = useTransaction()
  if (!transaction)
    return (
      <Body>
        <Status picture={<IconTile icon="clock" size={56} />} title={t.gone} />
      </Body>
    )
  return <Whole transaction={transaction} />
}

const tones = { pending: 'neutral', confirmed: 'good', failed: 'bad' } as const

function Whole({ transaction }: { transaction: Record }) {
  const { account, activity: t } = useMessages()
  const { locale } = useSnapshot(messages)
  const { status, at, networkId, application, hash, transfers } = transaction
  const network = useNetwork(networkId)?.name ?? networkId
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  const href = transactionUrl(transaction)
  const facts = [
    { term: t.status, value: <StatusBadge tone={tones[status]}>{t[status]}</StatusBadge> },
    { term: t.date, value: date },
    { term: t.network, value: <bdi>{network}</bdi> },
    ...(application ? [{ term: t.application, value: <bdi>{application}</bdi> }] : []),
    { term: t.hash, value: <CopyHash hash={hash} /> },
  ]
  return (
    <Body>
      {transfers.length > 0 && (
        <>
          <SectionLabel>{t.transfers}</SectionLabel>
          <RowList label={t.transfers}>
            {transfers.slice(0, SHOWN_TRANSFERS).map((each, index) => (
              <TransferRow key={index} {...each} />
            ))}
          </RowList>
          {transfers.length > SHOWN_TRANSFERS && <p className="transaction-more">{t.more(transfers.length - SHOWN_TRANSFERS)}</p>}
        </>
      )}
      <div className="transaction-facts">
        <Ticket>
          <Facts facts={facts} ruled />
          <Parties transaction={transaction} />
        </Ticket>
      </div>
      {!movesValue(transaction) && <Note kind="warn">{t.bait}</Note>}
      {href && (
        <Button full icon="external" href={href}>
          {account.viewInExplorer}
        </Button>
      )}
    </Body>
  )
}

/** More transfers than this are only counted. */
const SHOWN_TRANSFERS = 20
/** The list cuts to four decimals, which of a dear token may leave nothing. */
const EXACT = { maxDigits: 8 }

function TransferRow(transfer: Transfer) {
  const { activity: t } = useMessages()
  const { locale } = useSnapshot(messages)
  const { name, value, imageUrl, direction } = transfer
  const label = nameOf(transfer, t)
  return (
    <ListRow
      title={<bdi>{name || label}</bdi>}
      picture={<WalletIcon name={label} src={imageUrl} shape={transfer.type === 'nft' ? 'tile' : 'coin'} />}
      end={{
        title: (
          <Amount tone={direction === 'in' ? 'good' : undefined}>
            {`${amountOf(transfer, locale, EXACT) ?? '–'} ${transfer.symbol}`.trim()}
          </Amount>
        ),
        sub: value && <Amount>{shortFiat(value, locale)}</Amount>,
      }}
    />
  )
}

/** Both addresses in full, to be compared and copied; no copy button where the transaction may be a bait (SECURITY 14). */
function Parties({ transaction }: { transaction: Record }) {
  const { account, activity: t, modal } = useMessages()
  const coin = useNetwork(transaction.networkId)?.nativeCurrency.symbol ?? ''
  const { owner } = useSnapshot(history)
  const safe = movesValue(transaction)
  const parties = [
    { term: t.sender, address: transaction.from },
    { term: isReceiver(transaction, coin, owner) ? t.receiver : t.contract, address: transaction.to },
  ]
  return parties
    .filter(({ address }) => address)
    .map(({ term, address }) => (
      <div key={term} className="transaction-party">
        <span>{term}</span>
        <AddressGroups address={address} bait={!safe} />
        {safe && (
          <CopyButton
            text={address}
            label={t.copyAddress(shortAddress(address))}
            copiedText={account.addressCopied}
            failedText={modal.copyFailed}
          >
            {account.copyThis}
          </CopyButton>
        )}
      </div>
    ))
}

function CopyHash({ hash }: { hash: string }) {
  const { activity: t, modal } = useMessages()
  return (
    <CopyButton
      look="inline"
      text={hash}
      label={t.copyHash(shortAddress(hash))}
      copiedText={t.hashCopied}
      failedText={modal.copyFailed}
    >
      <bdi>{shortAddress(hash)}</bdi>
    </CopyButton>
  )
}
