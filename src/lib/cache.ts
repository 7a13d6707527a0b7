import { WalletError } from './errors'

type Entry<Value> = { readonly value: Value; readonly freshUntil: number; readonly started: number }
type Pending<Value> = { readonly answer: Promise<Value>; readonly controller: AbortController; waiting: number }
type LoadOptions = {
  /** Ends this caller's wait; the request itself ends with the last caller's. */
  readonly signal?: AbortSignal | undefined
  /** Ignores a stored answer and stores the new one. */
  readonly refresh?: boolean | undefined
}

/** Answers kept for a limited time, least recently used dropped first; simultaneous callers share one request. */
type Cache<Value> = {
  /** The answer if it is fresh. */
  get(key: string): Value | undefined
  /** The fresh answer, or that of the request under way, or of `request`; a failure rejects for all callers and is not kept. */
  load(key: string, lifeMs: number, request: (signal: AbortSignal) => Promise<Value>, options?: LoadOptions): Promise<Value>
  clear(): void
  readonly size: number
}

/** Entries that a cache holds (specification). */
export const CACHE_CAPACITY = 8_192

/** An empty cache of `capacity` entries; lives are measured with `Date.now`. */
export function createCache<Value>(capacity = CACHE_CAPACITY): Cache<Value> {
  const entries = new Map<string, Entry<Value>>()
  const pending = new Map<string, Pending<Value>>()
  let started = 0
  let generation = 0

  function get(key: string): Value | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    if (entry.freshUntil <= Date.now()) return undefined
    entries.set(key, entry) // a Map keeps insertion order: now the youngest
    return entry.value
  }

  function keep(key: string, entry: Entry<Value>): void {
    // An older request that answers late must not undo a newer one.
    if ((entries.get(key)?.started ?? -1) > entry.started) return
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > capacity && oldest !== undefined) entries.delete(oldest)
  }

  function begin(key: string, slot: string, lifeMs: number, request: (signal: AbortSignal) => Promise<Value>): Pending<Value> {
    const controller = new AbortController()
    const order = ++started
    const born = generation
    const run = async () => {
      try {
        const value = await request(controller.signal)
        if (born === generation && lifeMs > 0) keep(key, { value, freshUntil: Date.now() + lifeMs, started: order })
        return value
      } finally {
        if (pending.get(slot) === shared) pending.delete(slot)
      }
    }
    const shared: Pending<Value> = { answer: Promise.resolve().then(run), controller, waiting: 0 }
    shared.answer.catch(() => {}) // every caller may have left; each has its own copy of the failure
    pending.set(slot, shared)
    return shared
  }

  async function load(
    key: string,
    lifeMs: number,
    request: (signal: AbortSignal) => Promise<Value>,
    { signal, refresh = false }: LoadOptions = {},
  ): Promise<Value> {
    if (signal?.aborted) throw aborted(signal)
    const kept = refresh ? undefined : get(key)
    if (kept !== undefined) return kept
    // A refresh must not share a request that began before it.
    const slot = refresh ? `${key}#refresh` : key
    const shared = pending.get(slot) ?? begin(key, slot, lifeMs, request)
    shared.waiting++
    return new Promise<Value>((resolve, reject) => {
      const leave = () => {
        reject(aborted(signal))
        if (--shared.waiting > 0) return
        if (pending.get(slot) === shared) pending.delete(slot)
        shared.controller.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
      shared.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }

  function clear(): void {
    generation++
    entries.clear()
    pending.clear()
  }

  return {
    get,
    load,
    clear,
    get size() {
      return entries.size
    },
  }
}

const aborted = (signal: AbortSignal | undefined) => new WalletError('ABORTED', { cause: signal?.reason })
