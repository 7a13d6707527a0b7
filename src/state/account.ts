import type { CaipAddress } from '../lib/caip'
import type { LoadStatus } from '../lib/load-status'
import { store } from './store'

/** An account before anything has been loaded. */
export const unreadAccount = (owner?: CaipAddress) => ({
  owner,
  /** Native balance, decimal string in the main unit. */
  balance: undefined as string | undefined,
  balanceSymbol: undefined as string | undefined,
  /** Epoch ms of the answer shown. */
  balanceAt: 0,
  balanceStatus: 'idle' as LoadStatus,
  /** Epoch ms; a balance that failed is not asked for again before. */
  balanceRetryAt: 0,
  profileName: undefined as string | undefined,
  profileImage: undefined as string | undefined,
})

/** Data of the active account; `owner` is that account, so that a late answer is not shown for another. */
export const account = store(unreadAccount)
