import type { LoginUser } from '../lib/login-user'
import { NO_REFERRAL } from './config'
import { store } from './store'

/** The auth store (specification §3): who is logged in to the app's backend, and who referred the visitor. */
export const auth = store(() => ({
  /** Set only while there is a token; the user in session storage is no proof. */
  user: undefined as LoginUser | undefined,
  ref: NO_REFERRAL as string,
  /** Address of the operator who is viewing the user's account, read-only. */
  operator: undefined as string | undefined,
}))
