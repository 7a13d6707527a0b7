/** Work that is set off by a wallet's events runs at most once in this time (SECURITY promise 23). */
export const STORM_MS = 1_000

/** Has `work` run at once, then at most once per `ms`; calls in between are done together at the end of that time. */
export function throttle(ms: number, work: () => void): () => void {
  let resting = false
  let again = false
  const ask = () => {
    if (resting) {
      again = true
      return
    }
    resting = true
    setTimeout(() => {
      resting = false
      if (!again) return
      again = false
      ask()
    }, ms)
    work()
  }
  return ask
}
