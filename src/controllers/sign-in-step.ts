import { untilAborted } from '../lib/until-aborted'

/** The answer of `work`, or ABORTED by the signal, or SIGN_IN_FAILED after `limitMs`; a later answer is ignored. */
export const signInStep = <T>(work: Promise<T> | T, limitMs: number, signal?: AbortSignal): Promise<T> =>
  untilAborted(work, signal, limitMs, 'SIGN_IN_FAILED')
