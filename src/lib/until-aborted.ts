import { type ErrorCode, WalletError } from './errors'

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
