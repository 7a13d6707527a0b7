import { WalletError } from './errors'

/** What `work` settles to, or ABORTED as soon as the signal says so, or REQUEST_ABORTED after the limit; a later answer is dropped. */
export function untilAborted<T>(work: Promise<T>, signal?: AbortSignal, limitMs?: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = limitMs === undefined ? undefined : setTimeout(() => reject(new WalletError('REQUEST_ABORTED')), limitMs)
    const abort = () => reject(new WalletError('ABORTED', { cause: signal?.reason }))
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    work.then(resolve, reject).finally(end)
    if (signal?.aborted) end()
  })
}
