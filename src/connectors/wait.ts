import { untilAborted } from '../lib/until-aborted'
import { TELL_INTERVAL_MS } from './limits'

/**
 * The answer of `work`, or the end of the wait: ABORTED when the signal aborts, CONNECT_FAILED after `limitMs`.
 * A later answer is ignored, whatever it is.
 */
export const waitFor = <T>(work: Promise<T>, { signal, limitMs }: { signal?: AbortSignal; limitMs?: number }): Promise<T> =>
  untilAborted(work, signal, limitMs, 'CONNECT_FAILED')

/** Lets callers wait for the next occurrence of something, each for at most `limitMs`. */
export function nextTime(): { wait(limitMs: number): Promise<void>; happened(): void } {
  const waiting = new Set<() => void>()
  return {
    wait: (limitMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, limitMs)
        function done() {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        waiting.add(done)
      }),
    happened() {
      for (const done of [...waiting]) done()
    },
  }
}

/** Has `report` run after each `ask`, but at most once in TELL_INTERVAL_MS: asks in between share a run. `cancel` drops it. */
export function paced(report: () => void): { ask(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ranAt = 0
  const run = () => {
    timer = undefined
    ranAt = Date.now()
    report()
  }
  return {
    ask() {
      // No longer than that, also where the clock has been set back since.
      timer ??= setTimeout(run, Math.min(TELL_INTERVAL_MS, Math.max(0, ranAt + TELL_INTERVAL_MS - Date.now())))
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
