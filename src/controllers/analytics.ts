import { addressOf, type Wanted } from './analytics-actor'
import type { AnalyticsBatch, Count, Counted } from './analytics-events'
import { watchFacts } from './analytics-facts'

/** Events wait this long for company, and no longer than until the page is hidden. */
export const BATCH_MS = 5_000
/** A batch is sent at once when it has so many; more are dropped while nothing can be sent. */
export const BATCH_LIMIT = 50

/**
 * Tells the host's own counter what happens, in batches. No address, e-mail, query or fragment is in it, unless the URL asks for
 * them by `#address` or `#query` (`#address,query`); that part of it is never sent. Returns its stop.
 */
export function startAnalytics(analyticsUrl: string): () => void {
  const [url = '', words = ''] = analyticsUrl.split('#')
  const wanted: Wanted = { address: /\baddress\b/.test(words), query: /\bquery\b/.test(words) }
  let queue: Counted[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    // As text: JSON by its own type would be asked about first, and a page that is leaving gets no answer.
    if (queue.length > 0 && navigator.sendBeacon(url, JSON.stringify({ events: queue } satisfies AnalyticsBatch))) queue = []
  }
  const count: Count = (event, properties) => {
    if (queue.length >= BATCH_LIMIT) flush()
    if (queue.length >= BATCH_LIMIT) return
    const page = wanted.query ? location.href : location.origin + location.pathname
    queue.push({ event, properties, timestamp: Date.now(), url: page, address: addressOf(wanted) } as Counted)
    timer ??= setTimeout(flush, BATCH_MS)
  }
  const flushHidden = () => document.visibilityState === 'hidden' && flush()
  document.addEventListener('visibilitychange', flushHidden)
  const stops = [...watchFacts(count, wanted), () => document.removeEventListener('visibilitychange', flushHidden), flush]
  return () => {
    for (const stop of stops) stop()
  }
}
