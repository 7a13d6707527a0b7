import type { LoginUser } from '../lib/login-user'
import { NO_REFERRAL } from './config'
import { store } from './store'

/** The auth store (specification §3): who is logged in to the app's backend, and who referred the visitor. */
export const auth = store(() => ({
  /** Only while there is a token for it; what session storage keeps is no proof. */
  user: undefined as LoginUser | undefined,
  ref: NO_REFERRAL as string,
  /** The address of the operator who looks at the user's account, read only. */
  operator: undefined as string | undefined,
}))
