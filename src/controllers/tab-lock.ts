/**
 * Runs `work` while this tab holds the lock of this name; with `ifAvailable` it does not wait, and `isMine` is false if another tab
 * holds it. Runs without a lock where the browser has none (insecure origins) or refuses it (site data is blocked, or the prefix begins
 * with `-`), and where the signal is a time limit: a tab that the browser has suspended keeps its lock for as long. Rejects as `work`
 * does, and with AbortError by the signal.
 */
export async function inLock<T>(name: string, options: LockOptions, work: (isMine: boolean) => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = globalThis.navigator?.locks
  let begun = false
  try {
    if (locks)
      return await locks.request(name, options, (lock) => {
        begun = true
        return work(lock !== null)
      })
  } catch (cause) {
    if (begun || !/^(Security|NotSupported|Timeout)Error/.test(`${cause}`)) throw cause
  }
  return work(true)
}
