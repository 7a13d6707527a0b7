import { signInAttempt } from '../state/sign-in'
import { reset } from '../state/store'

let controller = new AbortController()

/** A signal that aborts when the present attempt ends; its identity also tells one attempt from another. */
export const attemptSignal = (): AbortSignal => controller.signal

/** Later answers of the wallet or a backend no longer count; what the attempt shows stays. */
export function ignoreAnswers(): void {
  controller.abort()
  controller = new AbortController()
}

/** Ends the attempt; later answers of the wallet or a backend no longer count. */
export function dropAttempt(): void {
  ignoreAnswers()
  reset(signInAttempt, { status: 'idle', account: undefined, text: undefined, code: undefined })
}
