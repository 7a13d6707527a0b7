import type { CaipAddress } from '../lib/caip'
import { store } from './store'

type Loaded = 'idle' | 'loading' | 'ready' | 'failed'

/** What is known of an account that has not been read yet. */
export const unreadAccount = (owner?: CaipAddress) => ({
  owner,
  /** Native balance, decimal string in the main unit. */
  balance: undefined as string | undefined,
  balanceSymbol: undefined as string | undefined,
  /** Epoch ms of the answer shown. */
  balanceAt: 0,
  balanceStatus: 'idle' as Loaded,
  /** Epoch ms; a balance that failed is not asked for before. */
  balanceRetryAt: 0,
  profileName: undefined as string | undefined,
  profileImage: undefined as string | undefined,
})

/** What is known of the active account; `owner` says whose it is, so that a late answer cannot be shown for another. */
export const account = store(unreadAccount)
