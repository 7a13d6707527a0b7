import type { PendingTransaction } from '../lib/pending-transaction'
import { store } from './store'

/** Transactions sent from here that the provider's index does not have yet, newest first. */
export const pending = store(() => ({ list: [] as PendingTransaction[] }))
