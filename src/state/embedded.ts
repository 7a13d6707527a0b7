import type { ErrorCode } from '../lib/errors'
import type { Social } from '../lib/social'
import type { ViewName } from '../views'
import { store } from './store'

/** A request that the visitor answers in the frame. */
type Approval = { readonly id: string; readonly method: string }

/** The embedded wallet: the current sign-in, and the signed-in account. */
export const embedded = store(() => ({
  /** The signed-in e-mail address; we never store it in the browser. */
  email: undefined as string | undefined,
  /** The address that the newest sign-in mail went to, whoever is signed in; never stored either. */
  mailedTo: undefined as string | undefined,
  /** The view that the mail's link or code is for; undefined when it can no longer be used. */
  mailView: undefined as 'EmailVerifyDevice' | 'EmailVerifyOtp' | undefined,
  /** The address being typed, whichever view has its field; never stored either. */
  written: undefined as string | undefined,
  username: undefined as string | undefined,
  /** `social`: the network of the current or abandoned sign-in; `via`: that of the signed-in account. */
  social: undefined as Social | undefined,
  via: undefined as Social | undefined,
  /** `window`: the visitor signs in, in another window or on a phone; `retrieving`: we fetch the result. */
  stage: undefined as 'window' | 'retrieving' | undefined,
  /** The step in progress. */
  busy: undefined as 'email' | 'device' | 'code' | 'social' | 'account' | undefined,
  /** Why the last step failed: the code of our message, and the frame's own message if it has one. */
  code: undefined as ErrorCode | undefined,
  words: undefined as string | undefined,
  /** The view of the failed step, which alone shows the error. */
  wrongIn: undefined as ViewName | undefined,
  /** The address field is on screen and shows errors itself. */
  field: false,
  /** Seconds until another mail can be requested. */
  wait: 0,
  /** The change of e-mail address in progress. */
  newEmail: undefined as string | undefined,
  updating: 'form' as 'form' | 'primary' | 'secondary',
  /** The link that a phone continues with (Farcaster). */
  farcasterUrl: undefined as string | undefined,
  /** Requests waiting for the visitor; the first is on screen. */
  approvals: [] as Approval[],
  /** EVM chain ids on which the account can be a smart account. */
  smartNetworks: [] as number[],
  /** Whether the smart account's contract is deployed; undefined: unknown, or not a smart account. */
  deployed: undefined as boolean | undefined,
  /** How often the visitor went to the secure site to export the key. */
  upgrades: 0,
}))
