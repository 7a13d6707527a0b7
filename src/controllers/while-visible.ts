/** Calls `tick` every `intervalMs` while somebody can see the page, and when they come back after longer. Returns its stop. */
export function whileVisible(intervalMs: number, tick: () => void): () => void {
  let last = Date.now()
  const run = () => {
    if (document.hidden || Date.now() - last < intervalMs) return
    last = Date.now()
    tick()
  }
  const timer = setInterval(run, intervalMs)
  document.addEventListener('visibilitychange', run)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', run)
  }
}
