import type { CaipAddress } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import { store } from './store'

/** The one attempt to sign in, as its screen shows it. */
export const signInAttempt = store(() => ({
  /** `elsewhere`: another tab of this site has the prompt open. */
  status: 'idle' as 'idle' | 'preparing' | 'ready' | 'signing' | 'verifying' | 'elsewhere' | 'failed',
  /** Whose attempt it is. */
  account: undefined as CaipAddress | undefined,
  /** The exact text that the wallet is asked to sign. */
  text: undefined as string | undefined,
  /** Why the last try failed. */
  code: undefined as ErrorCode | undefined,
}))
