import type { PendingTransaction } from '../lib/pending-transaction'
import { store } from './store'

/** Transactions that were sent from here and that the provider's index does not tell yet, newest first. */
export const pending = store(() => ({ list: [] as PendingTransaction[] }))
