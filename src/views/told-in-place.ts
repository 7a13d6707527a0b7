import type { ErrorCode } from '../lib/errors'
import type { ViewName } from '.'

/** Views that say themselves why their step with the secure frame failed; so does the field for the address, wherever it stands. */
const frameSteps: readonly ViewName[] = [
  'EmailLogin',
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'UpdateEmail',
  'ConnectingSocial',
  'ConnectingFarcaster',
]

/** Errors that a view itself tells, in the place where they matter; `all` views where the shell does. */
const toldInPlace: Partial<Record<ErrorCode, readonly ViewName[] | 'all'>> = {
  VIEW_UNAVAILABLE: 'all',
  VIEW_CRASHED: 'all',
  BALANCE_UNAVAILABLE: ['Account', 'SendToken'],
  CHAIN_UNSUPPORTED: ['ConnectingWallet'],
  NAME_RESOLVE_FAILED: ['Watch'],
  OFFLINE: ['Account', 'Send', 'SendReview', 'Swap', 'SwapReview', 'OnRamp', 'RegisterAccountName', 'SmartSessionList'],
  SESSION_REVOKE_FAILED: ['SmartSessionList'],
  EMAIL_LOGIN_UNAVAILABLE: frameSteps,
  FRAME_NOT_SET: frameSteps,
  REQUEST_FAILED: frameSteps,
}

/** Whether what is told over a view stands in it already; `field`: one for an address to sign in with is on screen. */
export function isToldInPlace(code: ErrorCode, view: ViewName, field: boolean): boolean {
  const told = toldInPlace[code]
  return told === 'all' || told?.includes(view) || (told === frameSteps && field)
}
