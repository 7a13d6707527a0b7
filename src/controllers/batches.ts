import { hashFor } from '../lib/batch-id'
import type { PendingTransaction } from '../lib/pending-transaction'
import { pending } from '../state/pending'
import { keep, notePending } from './pending'

/** Batches whose sender on this page asks the wallet about them. */
const followed = new Set<string>()

/** Whether the sender on this page asks about a batch, so that nobody else has to. */
export const isFollowed = (id: string): boolean => followed.has(id)

/**
 * Notes a batch that a wallet has accepted, so that it is followed after a reload. Returns a function to call when the sender stops
 * asking: it drops the batch, unless that is still `open` and goes on being followed.
 */
export function noteBatch(id: string, batch: Omit<PendingTransaction, 'status' | 'at' | 'hash'>): (open?: boolean) => void {
  followed.add(id)
  notePending({ ...batch, hash: hashFor(id) })
  return (open) => {
    followed.delete(id)
    if (!open) dropBatch(id)
  }
}

/** Removes a batch: it has become a transaction, or has failed. */
export const dropBatch = (id: string): void => keep(pending.list.filter(({ hash }) => hash !== hashFor(id)))
