import { batchIn } from '../lib/batch-id'
import type { CaipAddress } from '../lib/caip'
import { hashOf, type PendingTransaction, type SubmissionKind } from '../lib/pending-transaction'
import { isSpam, type Transaction, type TransactionKind, type Transfer } from '../lib/transaction'

const kinds: Readonly<Record<SubmissionKind, TransactionKind>> = {
  send: 'sent',
  approve: 'approved',
  swap: 'swapped',
  name: 'executed',
  calls: 'executed',
}

/** What Activity shows of an account, newest first: our own transactions that the history lacks, and the history without spam. */
export function activityOf(
  list: readonly Transaction[],
  own: readonly PendingTransaction[],
  owner: CaipAddress | undefined,
): readonly Transaction[] {
  // A batch has no transaction yet.
  const sent = own.filter((each) => each.owner === owner && !batchIn(each.hash))
  // Usually there is none, and the thousands of the history need not be read.
  const indexed = new Set(sent.length > 0 ? list.map(({ hash }) => hash.toLowerCase()) : [])
  const open = sent.filter((each) => !indexed.has(hashOf(each).toLowerCase())).map(fromPending)
  return [...open, ...list.filter((each) => !isSpam(each))].sort((a, b) => b.at - a.at)
}

/** A transaction by its id, from the history or else our own; `own` and a hash of ours is one, of before or after a replacement. */
export function transactionById(list: readonly Transaction[], own: readonly PendingTransaction[], id: string | undefined) {
  const ours = own.find((sent) => [sent.hash, hashOf(sent)].some((hash) => ownId(hash) === id))
  const known = ours ? ownId(hashOf(ours)) : id
  return list.find((each) => each.id === known || ownId(each.hash) === known) ?? (ours && fromPending(ours))
}

const ownId = (hash: string) => `own ${hash.toLowerCase()}`

function fromPending(sent: PendingTransaction): Transaction {
  const { owner, networkId, kind, at, to = '', amount, symbol = '', status, lost } = sent
  const moved: Transfer = {
    type: 'token',
    direction: 'out',
    name: symbol,
    symbol,
    amount,
    imageUrl: undefined,
    value: undefined,
    spam: false,
  }
  const id = ownId(sent.hash)
  const from = owner.slice(owner.lastIndexOf(':') + 1)
  const transfers = amount === undefined ? [] : [moved]
  return { id, hash: hashOf(sent), networkId, kind: kinds[kind], status, lost, at, from, to, application: undefined, transfers }
}

/** The transfer that a row shows: the outgoing one of a payment, otherwise the incoming one, else the first; spam only if there is nothing else. */
export function mainTransfer({ kind, transfers }: Transaction): Transfer | undefined {
  const way = /^(?:sent|burned|deposited|staked)$/.test(kind) ? 'out' : 'in'
  const own = transfers.filter(({ spam }) => !spam)
  return own.find(({ direction }) => direction === way) ?? own[0] ?? transfers[0]
}
