import { signInAttempt } from '../state/sign-in'
import { reset } from '../state/store'

let controller = new AbortController()

/** Ends with the attempt that is open now; also names it. */
export const attemptSignal = (): AbortSignal => controller.signal

/** Forgets the attempt; whatever the wallet or a backend still answers no longer counts. */
export function dropAttempt(): void {
  controller.abort()
  controller = new AbortController()
  reset(signInAttempt, { status: 'idle', account: undefined, text: undefined, code: undefined })
}
