import type { ErrorCode } from '../lib/errors'
import type { Social } from '../lib/social'
import type { ViewName } from '../views'
import { store } from './store'

/** What is asked of the person in the frame now or next. */
type Approval = { readonly id: string; readonly method: string }

/** The embedded wallet: the sign-in that is going on, and what is known of who is signed in. */
export const embedded = store(() => ({
  /** Who is signed in; never kept in the browser by us. */
  email: undefined as string | undefined,
  /** To whom the newest mail of a sign-in went, whoever is signed in meanwhile; never kept in the browser either. */
  mailedTo: undefined as string | undefined,
  /** Where what is in that mail is used; undefined: nowhere any more. */
  mailView: undefined as 'EmailVerifyDevice' | 'EmailVerifyOtp' | undefined,
  /** The address that is being written, whichever view its field stands in; never kept in the browser either. */
  written: undefined as string | undefined,
  username: undefined as string | undefined,
  /** The network of the sign-in that goes on, or was left; and the one that whoever is signed in came by. */
  social: undefined as Social | undefined,
  via: undefined as Social | undefined,
  /** Where a social sign-in is: with the person, in another window or on a phone, or with us. */
  stage: undefined as 'window' | 'retrieving' | undefined,
  /** What is being waited for. */
  busy: undefined as 'email' | 'device' | 'code' | 'social' | 'account' | undefined,
  /** Why the last step did not work: our own words by code, and the frame's where it gives some. */
  code: undefined as ErrorCode | undefined,
  words: undefined as string | undefined,
  /** The view that the step was taken in: it alone tells of it. */
  wrongIn: undefined as ViewName | undefined,
  /** The field for the address is on screen; it says itself what went wrong. */
  field: false,
  /** Seconds until a mail may be asked for again. */
  wait: 0,
  /** The change of address that is going on. */
  newEmail: undefined as string | undefined,
  updating: 'form' as 'form' | 'primary' | 'secondary',
  /** Where a phone goes on (Farcaster). */
  farcasterUrl: undefined as string | undefined,
  /** Requests that wait for the person, the first one on screen. */
  approvals: [] as Approval[],
  /** EVM chain ids on which the account can be a smart account. */
  smartNetworks: [] as number[],
  /** Whether its contract is on the chain yet; undefined: not known, or not a smart account. */
  deployed: undefined as boolean | undefined,
  /** How often somebody has gone to the secure site to take their key with them. */
  upgrades: 0,
}))
