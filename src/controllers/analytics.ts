import { addressOf, type Wanted } from './analytics-actor'
import type { AnalyticsBatch, Count, Counted } from './analytics-events'
import { watchFacts } from './analytics-facts'

/** Events are collected for this long, or until the page is hidden. */
export const BATCH_MS = 5_000
/** A batch of this size is sent at once; further events are dropped while nothing can be sent. */
export const BATCH_LIMIT = 50

/**
 * Posts events to the host's own server, in batches. They contain no address, e-mail, query or fragment, unless the URL asks for that by
 * `#address` or `#query` (`#address,query`); the fragment itself is never sent. Returns its stop.
 */
export function startAnalytics(analyticsUrl: string): () => void {
  const [url = '', words = ''] = analyticsUrl.split('#')
  const wanted: Wanted = { address: /\baddress\b/.test(words), query: /\bquery\b/.test(words) }
  let queue: Counted[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    // As text: `application/json` would need a CORS preflight, which a page that is closing cannot make.
    // Firefox has no beacons where its user has turned them off.
    if (queue.length > 0 && navigator.sendBeacon?.(url, JSON.stringify({ events: queue } satisfies AnalyticsBatch))) queue = []
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
