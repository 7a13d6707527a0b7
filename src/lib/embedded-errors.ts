import { addErrors, advise, type ErrorEntry } from './error-catalogue'
import type { laterCatalogue } from './later-errors'

/** Errors of the embedded wallet that the specification does not have; they load with it. */
export const embeddedCatalogue = {
  EMAIL_INVALID: { show: 'none', text: 'Invalid email. Try again.' },
  LOGIN_STEP_FAILED: { show: 'none', text: 'An error occurred' },
  POPUP_BLOCKED: { show: 'none', text: 'Allow pop-ups for this site' },
  SOCIAL_LOGIN_FAILED: { show: 'none', text: 'Something went wrong' },
  FRAME_STORAGE_BLOCKED: { show: 'none', text: 'Your browser blocks e-mail login here. Open in a new tab' },
  SESSION_REVOKE_FAILED: { show: 'snack', text: 'Not revoked. Try again' },
} as const satisfies Record<string, ErrorEntry>

type Helped = keyof typeof embeddedCatalogue | keyof typeof laterCatalogue
/** What a person can do about it. */
export const embeddedHelp: Readonly<Partial<Record<Helped, string>>> = {
  EMAIL_LOGIN_UNAVAILABLE: 'Check the connection or a blocker, then try again. Wallets still work.',
  FRAME_NOT_SET: 'Something on this page took the sign-in away. Try again.',
  EMAIL_INVALID: 'Check the address.',
  LOGIN_STEP_FAILED: 'Try again.',
  POPUP_BLOCKED: 'Or go on in this tab.',
  SOCIAL_LOGIN_FAILED: 'Nothing was shared. Try again.',
  FRAME_STORAGE_BLOCKED: 'Nothing was shared.',
  METHOD_NOT_ALLOWED: 'This site asked for something that this wallet never does.',
  SESSION_REVOKE_FAILED: 'It is still active.',
  REQUEST_ABORTED: 'Nothing was signed.',
}

addErrors(embeddedCatalogue)
advise(embeddedHelp)
