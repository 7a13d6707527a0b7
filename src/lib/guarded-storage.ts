/** `local` outlives the tab, `session` ends with it. */
export type StorageArea = 'local' | 'session'

/**
 * The browser's storage under one prefix. Never throws: where storage is blocked, missing or full the page's memory serves
 * instead, and the visitor is told once that nothing will be kept.
 */
type GuardedStorage = {
  get(area: StorageArea, name: string): string | undefined
  set(area: StorageArea, name: string, text: string): void
  remove(area: StorageArea, name: string): void
  /** Our names, without the prefix. */
  names(area: StorageArea): string[]
  /** Removes every key under our prefix and none of the host's. */
  clear(): void
  setPrefix(prefix: string): void
  /** Calls `listener` once, when storage has first failed, at once if it already has. Returns its stop. */
  onUnavailable(listener: () => void): () => void
}

/** Prefix of names that may be dropped, oldest first, when storage is full; their text begins with the time of writing. */
export const EVICTABLE = 'cache:'
const areas = ['local', 'session'] as const

/** A guarded storage; `open` gives the browser's own and may throw. */
export function createGuardedStorage(open: (area: StorageArea) => Storage | undefined = openArea): GuardedStorage {
  let prefix = 'wallet-modal:'
  let failed = false
  const listeners = new Set<() => void>()
  const memory = { local: new Map<string, string>(), session: new Map<string, string>() }

  function fail(): void {
    if (failed) return
    failed = true
    for (const listener of listeners) listener()
    listeners.clear()
  }

  /** The browser's storage while it works. */
  function tryIn<T>(area: StorageArea, use: (storage: Storage) => T): T | undefined {
    try {
      const storage = open(area)
      if (storage) return use(storage)
    } catch {
      // blocked, partitioned away or broken: memory serves
    }
    fail()
    return undefined
  }

  const isOurs = (key: string | null): key is string => key?.startsWith(prefix) === true

  function keysIn(area: StorageArea): string[] {
    const stored = tryIn(area, (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index)))
    return [...new Set([...(stored ?? []), ...memory[area].keys()])].filter(isOurs)
  }

  function get(area: StorageArea, name: string): string | undefined {
    const key = prefix + name
    return memory[area].get(key) ?? tryIn(area, (storage) => storage.getItem(key)) ?? undefined
  }

  function set(area: StorageArea, name: string, text: string): void {
    const key = prefix + name
    if (write(area, key, text) || (evict(area, text.length) && write(area, key, text))) return void memory[area].delete(key)
    // An old value that could not be replaced must not come back after a reload.
    tryIn(area, (storage) => storage.removeItem(key))
    memory[area].set(key, text)
    fail()
  }

  function write(area: StorageArea, key: string, text: string): boolean {
    try {
      const storage = open(area)
      storage?.setItem(key, text)
      return storage !== undefined
    } catch {
      return false
    }
  }

  /** Drops our own cache, oldest first, until `length` characters are free; false if there was nothing to drop. */
  function evict(area: StorageArea, length: number): boolean {
    const cached = keysIn(area).filter((key) => key.startsWith(prefix + EVICTABLE))
    const texts = cached.map((key) => ({ key, text: tryIn(area, (storage) => storage.getItem(key)) ?? '' }))
    texts.sort((a, b) => (Number.parseInt(a.text, 10) || 0) - (Number.parseInt(b.text, 10) || 0))
    let freed = 0
    for (const { key, text } of texts) {
      if (freed >= length) break
      tryIn(area, (storage) => storage.removeItem(key))
      freed += key.length + text.length
    }
    return freed > 0
  }

  function remove(area: StorageArea, name: string): void {
    memory[area].delete(prefix + name)
    tryIn(area, (storage) => storage.removeItem(prefix + name))
  }

  function clear(): void {
    for (const area of areas) for (const key of keysIn(area)) remove(area, key.slice(prefix.length))
  }

  function onUnavailable(listener: () => void): () => void {
    if (failed) listener()
    else listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    get,
    set,
    remove,
    clear,
    onUnavailable,
    names: (area) => keysIn(area).map((key) => key.slice(prefix.length)),
    // Encoded, so that it cannot contain the separator, and no prefix begins with another one.
    setPrefix: (text) => {
      prefix = `${encodeURIComponent(text)}:`
    },
  }
}

/** The page's one guarded storage. */
export const guardedStorage = createGuardedStorage()

function openArea(area: StorageArea): Storage | undefined {
  return area === 'local' ? globalThis.localStorage : globalThis.sessionStorage
}
