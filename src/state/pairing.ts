import type { ErrorCode } from '../lib/errors'
import { store } from './store'

/** The WalletConnect pairing on offer: its URI is a secret of the two screens, never logged or stored. */
export const pairing = store(() => ({
  status: 'idle' as 'idle' | 'preparing' | 'ready' | 'failed',
  uri: undefined as string | undefined,
  /** Epoch ms. */
  expiresAt: 0,
  code: undefined as ErrorCode | undefined,
  /** State of the relay under a running session. */
  relay: 'connected' as 'connected' | 'reconnecting',
}))
