import { type AnalyticsEvents, watchFacts } from './analytics-facts'

export type { AnalyticsEvents }

type Queued<K extends keyof AnalyticsEvents> = { event: K; properties: AnalyticsEvents[K]; timestamp: number; url: string }

/** Events wait this long for company, and no longer than until the page is hidden. */
export const BATCH_MS = 5_000
/** A batch is sent at once when it has so many; more are dropped while nothing can be sent. */
export const BATCH_LIMIT = 50

/** Tells the host's own counter what happens, in batches. No address, e-mail, query or fragment is in it. Returns its stop. */
export function startAnalytics(url: string): () => void {
  let queue: Queued<keyof AnalyticsEvents>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    // As text: JSON by its own type would be asked about first, and a page that is leaving gets no answer.
    if (queue.length > 0 && navigator.sendBeacon(url, JSON.stringify({ events: queue }))) queue = []
  }
  const count = <K extends keyof AnalyticsEvents>(event: K, properties: AnalyticsEvents[K]) => {
    if (queue.length >= BATCH_LIMIT) flush()
    if (queue.length >= BATCH_LIMIT) return
    queue.push({ event, properties, timestamp: Date.now(), url: location.origin + location.pathname })
    timer ??= setTimeout(flush, BATCH_MS)
  }
  const flushHidden = () => document.visibilityState === 'hidden' && flush()
  document.addEventListener('visibilitychange', flushHidden)
  const stops = [...watchFacts(count), () => document.removeEventListener('visibilitychange', flushHidden), flush]
  return () => {
    for (const stop of stops) stop()
  }
}
