import { getVersion, subscribe } from 'valtio/vanilla'

/** A value that may change, with the shape of a Svelte store and of what `useSyncExternalStore` takes. */
export type Store<T> = {
  /** The current value, frozen; the same object until something changes. */
  readonly get: () => T
  /** Calls `listener` at once, and again after each change; returns its stop. */
  readonly subscribe: (listener: (value: T) => void) => () => void
}

/** A read-only view of the page's stores. */
export function derived<T extends object>(sources: readonly object[], read: () => T): Store<T> {
  let versions = ''
  let value: T | undefined
  const get = () => {
    const now = sources.map((source) => getVersion(source)).join()
    if (value === undefined || now !== versions) value = Object.freeze(read())
    versions = now
    return value
  }
  return {
    get,
    subscribe(listener) {
      let last = get()
      const tell = () => {
        const now = get()
        if (now === last) return
        last = now
        listener(now)
      }
      const stops = sources.map((source) => subscribe(source, tell))
      listener(last)
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
