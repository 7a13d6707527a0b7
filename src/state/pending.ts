import type { PendingTransaction } from '../lib/pending-transaction'
import { store } from './store'

export const pending = store(() => ({
  /** Transactions sent from here that the provider's index does not have yet, newest first. */
  list: [] as PendingTransaction[],
  /** Those that the index has listed since this page began: what was opened before may know one by a hash that was replaced. */
  listed: [] as PendingTransaction[],
}))
