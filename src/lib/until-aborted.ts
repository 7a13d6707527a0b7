import { type ErrorCode, WalletError } from './errors'

/** What `work` settles to, or ABORTED as soon as the signal says so, or `late` after the limit; a later answer is dropped, whatever it is. */
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
