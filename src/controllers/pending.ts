import { hashOf, MAX_PENDING, type PendingTransaction, pendingKey } from '../lib/pending-transaction'
import { read, remember } from '../lib/storage'
import { history } from '../state/history'
import { pending } from '../state/pending'
import { onChange } from './on-change'

export type { PendingTransaction }

/** What no index tells after this long was replaced, or dropped by the network. */
const PENDING_LIFE_MS = 86_400_000
/** The owners of a contract may take weeks to agree to a batch, whatever it is for: its id stands in the place of a hash (lib/batch-id.ts). */
const BATCH_LIVES = 30

let loaded = false

/** Notes a transaction that was sent from here; it is in Activity at once and after a reload. One that has failed already is followed no more. */
export function notePending(
  transaction: Omit<PendingTransaction, 'status' | 'at'>,
  status: PendingTransaction['status'] = 'pending',
): void {
  loadPending()
  const others = pending.list.filter(({ hash }) => hash !== transaction.hash)
  keep([{ ...transaction, at: Date.now(), status }, ...others])
}

/** Brings back what was noted before a reload; without those too old to come to anything. */
export function loadPending(): void {
  if (loaded) return
  loaded = true
  pending.list = (read(pendingKey) ?? []).filter(
    ({ at, hash }) => Date.now() - at < PENDING_LIFE_MS * (/^batch_/.test(hash) ? BATCH_LIVES : 1),
  )
}

type Settled = (transaction: PendingTransaction) => void
const settling = new Set<Settled>()

/** Calls `listener` with each of our transactions that has come to its end, once. Returns its stop. */
export function onSettled(listener: Settled): () => void {
  settling.add(listener)
  return () => void settling.delete(listener)
}

/** Writes down that a transaction was mined, or which one was in its place, and how it went. */
export function settlePending(hash: string, status: 'confirmed' | 'failed', replacedBy?: string): void {
  const open = pending.list.find((each) => each.hash === hash && each.status === 'pending')
  if (!open) return
  const settled = { ...open, status, ...(replacedBy && { replacedBy }) }
  keep(pending.list.map((each) => (each.hash === hash ? settled : each)))
  for (const listener of settling) listener(settled)
}

/** Adds to what is known of a transaction that is still open. */
export function amendPending(hash: string, more: Pick<PendingTransaction, 'nonce' | 'lost'>): void {
  keep(pending.list.map((each) => (each.hash === hash ? { ...each, ...more } : each)))
}

/** Calls `settled` when one of ours has come to its end, and drops those that the index tells. Returns its stop. */
export function watchPending(settled: Settled): () => void {
  loadPending()
  // The index tells it now, with all that it knows; ours has served its purpose.
  const drop = () => {
    const indexed = new Map(history.list.map(({ hash, status }) => [hash.toLowerCase(), status]))
    const statusIn = (each: PendingTransaction) => indexed.get(hashOf(each).toLowerCase())
    const told = pending.list.filter((each) => indexed.has(hashOf(each).toLowerCase()) && statusIn(each) !== 'pending')
    for (const each of told) settlePending(each.hash, statusIn(each) === 'failed' ? 'failed' : 'confirmed')
    if (told.length > 0) keep(pending.list.filter(({ hash }) => !told.some((each) => each.hash === hash)))
  }
  const stops = [onChange([history], () => history.list, drop), onSettled(settled)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Keeps what is known here, beside what other tabs have noted meanwhile. */
export function keep(list: readonly PendingTransaction[]): void {
  const here = new Set([...pending.list, ...list].map(({ hash }) => hash))
  const elsewhere = (read(pendingKey) ?? []).filter(({ hash }) => !here.has(hash))
  pending.list = list.slice(0, MAX_PENDING)
  const newest = [...pending.list, ...elsewhere].sort((one, other) => other.at - one.at)
  remember(pendingKey, newest.slice(0, MAX_PENDING))
}
