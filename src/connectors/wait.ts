import { untilAborted } from '../lib/until-aborted'

/**
 * The answer of `work`, or the end of the wait: ABORTED when the signal aborts, CONNECT_FAILED after `limitMs`.
 * A later answer is ignored, whatever it is.
 */
export const waitFor = <T>(work: Promise<T>, { signal, limitMs }: { signal?: AbortSignal; limitMs?: number }): Promise<T> =>
  untilAborted(work, signal, limitMs, 'CONNECT_FAILED')

/** Lets anybody wait for the next time that something happens, each no longer than `limitMs`. */
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
