import { type ErrorCode, WalletError } from './errors'

/** Timers that were suspended with the page, as behind a wallet's app, fire as it wakes; what was answered meanwhile comes within this. */
const WAKING_LIMIT_MS = 25_000
/** A timer that is this late was suspended. */
const SLEPT_MS = 2_000

/** Settles as `work` does, or rejects with ABORTED when the signal aborts, or with `late` after the limit. Ignores what `work` does later. */
export function untilAborted<T>(
  work: Promise<T> | T,
  signal?: AbortSignal,
  limitMs?: number,
  late: ErrorCode = 'REQUEST_ABORTED',
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => end(() => reject(new WalletError('ABORTED', { cause: signal?.reason })))
    const timer = limitMs === undefined ? undefined : setTimeout(() => end(() => reject(new WalletError(late))), limitMs)
    Promise.resolve(work).then(
      (value) => end(() => resolve(value)),
      (cause) => end(() => reject(cause)),
    )
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })
}

/** As `untilAborted`, but if the page slept past the limit it waits somewhat longer, for an answer that was given meanwhile. */
export function untilAwake<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  limitMs: number,
  late: ErrorCode = 'REQUEST_ABORTED',
): Promise<T> {
  const began = Date.now()
  return untilAborted(work, signal, limitMs, late).catch((cause) => {
    if (Object(cause).code !== late || Date.now() - began < limitMs + SLEPT_MS) throw cause
    return untilAborted(work, signal, Math.min(limitMs, WAKING_LIMIT_MS), late)
  })
}
