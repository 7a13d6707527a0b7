import { hashFor } from '../lib/batch-id'
import type { PendingTransaction } from '../lib/pending-transaction'
import { pending } from '../state/pending'
import { keep, notePending } from './pending'

/** Batches that are asked about by who has sent them, as long as the page lives. */
const followed = new Set<string>()

/** Whether somebody on this page asks about a batch. */
export const isFollowed = (id: string): boolean => followed.has(id)

/**
 * Notes a batch that a wallet has taken, for a reload to go on asking about. Returns what ends that: it is known how it went, or it is
 * `open` still, and asked about as after a reload.
 */
export function noteBatch(id: string, batch: Omit<PendingTransaction, 'status' | 'at' | 'hash'>): (open?: boolean) => void {
  followed.add(id)
  notePending({ ...batch, hash: hashFor(id) })
  return (open) => {
    followed.delete(id)
    if (!open) dropBatch(id)
  }
}

/** Forgets one: there is a transaction in its place, or none. */
export const dropBatch = (id: string): void => keep(pending.list.filter(({ hash }) => hash !== hashFor(id)))
