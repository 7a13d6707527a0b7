import { ref } from 'valtio/vanilla'
import type { CaipAddress } from '../lib/caip'
import type { Transaction } from '../lib/transaction'
import { store } from './store'

/** Pages in a row that may bring nothing to show before the visitor is asked to go on. */
export const MAX_EMPTY_PAGES = 10

/** The history of an account that has not been read yet. */
export const unreadHistory = (owner?: CaipAddress) => ({
  owner,
  /** Newest first, baits included; a new `ref` each time. */
  list: ref([]) as readonly Transaction[],
  /** Where the next page begins. */
  cursor: undefined as string | undefined,
  /** The first page. */
  status: 'idle' as 'idle' | 'loading' | 'ready' | 'failed',
  /** The pages after it. */
  paging: 'idle' as 'idle' | 'loading' | 'failed',
})

/** What the active account did on the active network, as far as it has been read. */
export const history = store(unreadHistory)
