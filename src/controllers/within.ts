import { WalletError } from '../lib/errors'

/** The answer of `work`, or ABORTED by the signal, or SIGN_IN_FAILED after `limitMs`; a later answer is ignored. */
export function within<T>(work: Promise<T> | T, limitMs: number, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => end(() => reject(new WalletError('ABORTED')))
    const timer = setTimeout(() => end(() => reject(new WalletError('SIGN_IN_FAILED'))), limitMs)
    Promise.resolve(work).then(
      (value) => end(() => resolve(value)),
      (cause) => end(() => reject(cause)),
    )
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })
}
