import { isBatch } from '../lib/batch-id'
import { hashOf, MAX_PENDING, type PendingTransaction, pendingKey } from '../lib/pending-transaction'
import { read, remember } from '../lib/storage'
import { history } from '../state/history'
import { pending } from '../state/pending'
import { onChange } from './on-change'

export type { PendingTransaction }

/** A transaction that no index knows after this long was replaced, or dropped by the network. */
const PENDING_LIFE_MS = 86_400_000
/** The owners of a Safe may take weeks to agree to a batch. */
const BATCH_LIVES = 30

let loaded = false

/** Notes a transaction that was sent from here; Activity lists it at once and after a reload. */
export function notePending(
  transaction: Omit<PendingTransaction, 'status' | 'at'>,
  status: PendingTransaction['status'] = 'pending',
): void {
  loadPending()
  const others = pending.list.filter(({ hash }) => hash !== transaction.hash)
  keep([{ ...transaction, at: Date.now(), status }, ...others])
}

/** Restores what was noted before a reload, except what is too old to be mined. */
export function loadPending(): void {
  if (loaded) return
  loaded = true
  pending.list = (read(pendingKey) ?? []).filter(
    ({ at, hash }) => Date.now() - at < PENDING_LIFE_MS * (isBatch(hash) ? BATCH_LIVES : 1),
  )
}

type Settled = (transaction: PendingTransaction) => void
const settling = new Set<Settled>()

/** Calls `listener` once with each of our transactions that has been mined or has failed. Returns its stop. */
export function onSettled(listener: Settled): () => void {
  settling.add(listener)
  return () => void settling.delete(listener)
}

/** Notes that a transaction was mined, how it went, and which one replaced it if that was mined instead. */
export function settlePending(hash: string, status: 'confirmed' | 'failed', replacedBy?: string): void {
  const open = pending.list.find((each) => each.hash === hash && each.status === 'pending')
  if (!open) return
  const settled = { ...open, status, ...(replacedBy && { replacedBy }) }
  amendPending(hash, settled)
  for (const listener of settling) listener(settled)
}

/** Adds to what is known of a transaction. */
export function amendPending(hash: string, more: Partial<PendingTransaction>): void {
  keep(pending.list.map((each) => (each.hash === hash ? { ...each, ...more } : each)))
}

/** Calls `settled` with each that is mined or has failed, and drops those that the history lists. Returns its stop. */
export function watchPending(settled: Settled): () => void {
  loadPending()
  // The history has more details; our own note is no longer needed.
  const drop = () => {
    const indexed = new Map(history.list.map(({ hash, status }) => [hash.toLowerCase(), status]))
    for (const each of pending.list) {
      const status = indexed.get(hashOf(each).toLowerCase()) ?? 'pending'
      if (status === 'pending') continue
      settlePending(each.hash, status)
      pending.listed.push({ ...each, status })
      keep(pending.list.filter(({ hash }) => hash !== each.hash))
    }
  }
  const stops = [onChange([history], () => history.list, drop), onSettled(settled)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Stores this list together with what other tabs have noted meanwhile. */
export function keep(list: readonly PendingTransaction[]): void {
  const here = new Set([...pending.list, ...list].map(({ hash }) => hash))
  const elsewhere = (read(pendingKey) ?? []).filter(({ hash }) => !here.has(hash))
  pending.list = list.slice(0, MAX_PENDING)
  const newest = [...pending.list, ...elsewhere].sort((one, other) => other.at - one.at)
  remember(pendingKey, newest.slice(0, MAX_PENDING))
}
