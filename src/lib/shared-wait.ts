import { untilAborted } from './until-aborted'

/** Joins the wait; the signal is the caller's own. */
export type SharedWait<T> = (signal: AbortSignal | undefined) => Promise<T>

/** Lets several callers wait for the same work. A signal ends its caller's wait with ABORTED; when the last one leaves, `abandon` runs. */
export function sharedWait<T>(work: Promise<T>, abandon: () => void): SharedWait<T> {
  let callers = 0
  return (signal) => {
    callers += 1
    const leave = () => {
      callers -= 1
      if (callers === 0) abandon()
    }
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    const wait = untilAborted(work, signal)
    return wait.finally(() => signal?.removeEventListener('abort', leave))
  }
}
