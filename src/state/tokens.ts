import { ref } from 'valtio/vanilla'
import type { CaipAddress } from '../lib/caip'
import type { TokenBalance } from '../lib/token'
import { store } from './store'

/** The tokens of an account that has not been read yet. */
export const unreadTokens = (owner?: CaipAddress) => ({
  owner,
  /** A new `ref` each time: thousands of records are too many to watch one by one. */
  list: ref([]) as readonly TokenBalance[],
  /** `unserved`: there is no provider, or it does not serve the network; the coin itself is read from the chain. */
  status: 'idle' as 'idle' | 'loading' | 'ready' | 'failed' | 'unserved',
  /** Epoch ms of the answer shown, 0 while there is none. */
  at: 0,
  /** Epoch ms; an answer that failed is not asked for before. */
  retryAt: 0,
  /** The provider said that it is out of service (503): nothing is asked for by itself any more. */
  halted: false,
})

/** What the active account holds beside the native coin, from its wallet or the provider. */
export const tokens = store(unreadTokens)
