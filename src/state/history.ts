import { ref } from 'valtio/vanilla'
import type { CaipAddress } from '../lib/caip'
import type { LoadStatus } from '../lib/load-status'
import type { Transaction } from '../lib/transaction'
import { store } from './store'

/** So many pages in a row without anything to show are loaded before the visitor is asked to go on. */
export const MAX_EMPTY_PAGES = 10

/** The history of an account before anything has been loaded. */
export const unreadHistory = (owner?: CaipAddress) => ({
  owner,
  /** Newest first, spam included; a new `ref` each time. */
  list: ref([]) as readonly Transaction[],
  /** Where the next page begins. */
  cursor: undefined as string | undefined,
  /** The first page. `unserved`: no provider, or it has no history of the network. */
  status: 'idle' as LoadStatus | 'unserved',
  /** The pages after it. */
  paging: 'idle' as 'idle' | 'loading' | 'failed',
})

/** The active account's transactions on the active network, as far as loaded. */
export const history = store(unreadHistory)
