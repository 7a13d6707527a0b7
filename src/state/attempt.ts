import type { ChainNamespace } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { WalletIdentity } from '../lib/wallet'
import { store } from './store'

/** The one connection attempt: which wallet is asked, and how it stands. */
export const attempt = store(() => ({
  status: 'idle' as 'idle' | 'waiting' | 'failed' | 'connected',
  wallet: undefined as WalletIdentity | undefined,
  /** Connect this namespace only. */
  namespace: undefined as ChainNamespace | undefined,
  /** Why it failed. */
  code: undefined as ErrorCode | undefined,
  /** Epoch ms; after 10 s of waiting the view adds a hint. */
  startedAt: 0,
}))
