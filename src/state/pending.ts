import type { PendingTransaction } from '../lib/pending-transaction'
import { store } from './store'

export const pending = store(() => ({
  /** Transactions sent from here that the provider's index does not have yet, newest first. */
  list: [] as PendingTransaction[],
  /** Those that the index has listed since this page began: a view that was opened before may name one by a hash that was replaced. */
  listed: [] as PendingTransaction[],
}))
