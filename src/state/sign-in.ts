import type { CaipAddress } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import { store } from './store'

/** The one attempt to sign in, as its screen shows it. */
export const signInAttempt = store(() => ({
  /** `elsewhere`: another tab of this site has the question open. */
  status: 'idle' as 'idle' | 'preparing' | 'ready' | 'signing' | 'verifying' | 'elsewhere' | 'failed',
  /** Whose attempt it is. */
  account: undefined as CaipAddress | undefined,
  /** Exactly the text that the wallet is asked for. */
  text: undefined as string | undefined,
  /** Why the last try did not work. */
  code: undefined as ErrorCode | undefined,
}))
