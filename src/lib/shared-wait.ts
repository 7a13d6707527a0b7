import { untilAborted } from './until-aborted'

/** Waits too; the signal is the caller's own. */
export type SharedWait<T> = (signal: AbortSignal | undefined) => Promise<T>

/** Lets several wait for one piece of work: a signal ends the wait of its caller with ABORTED, and `abandon` runs with the last of them. */
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
