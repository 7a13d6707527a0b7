import type { ErrorCode } from '../lib/errors'
import { store } from './store'

/** The WalletConnect pairing on offer. Its URI is a secret: never logged or stored. */
export const pairing = store(() => ({
  status: 'idle' as 'idle' | 'preparing' | 'ready' | 'failed',
  uri: undefined as string | undefined,
  /** Epoch ms. */
  expiresAt: 0,
  code: undefined as ErrorCode | undefined,
  /** State of the relay connection during a session. */
  relay: 'connected' as 'connected' | 'reconnecting',
}))
