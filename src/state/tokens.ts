import { ref } from 'valtio/vanilla'
import type { CaipAddress } from '../lib/caip'
import type { LoadStatus } from '../lib/load-status'
import type { TokenBalance } from '../lib/token'
import { store } from './store'

/** The tokens of an account before anything has been loaded. */
export const unreadTokens = (owner?: CaipAddress) => ({
  owner,
  /** A new `ref` each time: thousands of records are too many to proxy. */
  list: ref([]) as readonly TokenBalance[],
  /** `unserved`: no provider, or it does not serve the network; only the coin is read, from the chain. */
  status: 'idle' as LoadStatus | 'unserved',
  /** Epoch ms of the answer shown, 0 while there is none. */
  at: 0,
  /** Epoch ms; after a failure nothing is asked for before. */
  retryAt: 0,
  /** The provider is out of service (503): no more automatic requests. */
  halted: false,
})

/** The active account's tokens besides the native coin, from its wallet or the provider. */
export const tokens = store(unreadTokens)
