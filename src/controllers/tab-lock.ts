/**
 * Does the work while no other tab of this site holds the lock of this name; `isMine` is `false` where one does and `ifAvailable`
 * asks not to wait. Where the browser has no locks (insecure origins), or refuses them (site data is blocked, or the prefix begins with
 * `-`), nobody else is waited for. Rejects as `work` does, and with AbortError by the signal.
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
    if (begun || !/^(Security|NotSupported)Error/.test(`${cause}`)) throw cause
  }
  return work(true)
}
