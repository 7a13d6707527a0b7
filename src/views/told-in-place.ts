import type { ErrorCode } from '../lib/errors'
import type { ViewName } from '.'

/** Views that show themselves why their step with the secure frame failed; the field for the e-mail address does as `EmailLogin`. */
const signIn: readonly ViewName[] = [
  'EmailLogin',
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'ConnectingSocial',
  'ConnectingFarcaster',
]
const frameSteps: readonly ViewName[] = [...signIn, 'UpdateEmail']

/** Errors that these views show themselves; `all`: the shell does. */
const toldInPlace: Partial<Record<ErrorCode, readonly ViewName[] | 'all'>> = {
  VIEW_UNAVAILABLE: 'all',
  VIEW_CRASHED: 'all',
  BALANCE_UNAVAILABLE: ['Account', 'SendToken'],
  CHAIN_UNSUPPORTED: ['ConnectingWallet'],
  NAME_RESOLVE_FAILED: ['Watch'],
  OFFLINE: [
    ...signIn,
    ...(['Account', 'Send', 'SendReview', 'Swap', 'SwapReview', 'OnRamp', 'RegisterAccountName', 'SmartSessionList'] as const),
  ],
  SESSION_REVOKE_FAILED: ['SmartSessionList'],
  EMAIL_LOGIN_UNAVAILABLE: frameSteps,
  FRAME_NOT_SET: frameSteps,
  REQUEST_FAILED: frameSteps,
}

/** Whether the view shows an error itself, so that no message is needed; `field`: the field for the e-mail address is on screen. */
export function isToldInPlace(code: ErrorCode, view: ViewName, field: boolean): boolean {
  const told = toldInPlace[code]
  const isTold = (each: ViewName) => told === 'all' || told?.includes(each) === true
  return isTold(view) || (field && isTold('EmailLogin'))
}
