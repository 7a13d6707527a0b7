import { WalletError } from '../lib/errors'

/**
 * The answer of `work`, or the end of the wait: ABORTED when the signal aborts, CONNECT_FAILED after `limitMs`.
 * A later answer is ignored, whatever it is.
 */
export function waitFor<T>(work: Promise<T>, { signal, limitMs }: { signal?: AbortSignal; limitMs?: number }): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onAbort = () => end(() => reject(new WalletError('ABORTED')))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      settle()
    }
    work.then(
      (value) => end(() => resolve(value)),
      (cause) => end(() => reject(cause)),
    )
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort)
    if (limitMs !== undefined) timer = setTimeout(() => end(() => reject(new WalletError('CONNECT_FAILED'))), limitMs)
  })
}

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
