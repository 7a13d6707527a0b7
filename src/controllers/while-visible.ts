import { isOffline } from '../lib/is-offline'

/**
 * Calls `tick` every `intervalMs` while the page is visible and online, and at once when it becomes so after longer. Returns its stop.
 */
export function whileVisible(intervalMs: number, tick: () => void): () => void {
  let last = Date.now()
  const run = () => {
    if (document.hidden || isOffline() || Math.abs(Date.now() - last) < intervalMs) return
    last = Date.now()
    tick()
  }
  const timer = setInterval(run, intervalMs)
  document.addEventListener('visibilitychange', run)
  window.addEventListener('online', run)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', run)
    window.removeEventListener('online', run)
  }
}
