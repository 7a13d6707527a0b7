/** Whatever a wallet that changes its mind all the time sets off is done once in this time (SECURITY promise 23). */
export const STORM_MS = 1_000

/** Runs `work` when it is asked for, and at most once in `ms`: what is asked for meanwhile is done once, at the end of that time. */
export function spaced(ms: number, work: () => void): () => void {
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
