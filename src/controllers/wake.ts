type Live = typeof import('./live')

let live: Promise<Live> | undefined
let stop: (() => void) | undefined

/** Loads and starts what speaks to wallets: for a stored session, an opened modal or a method call, and not before. */
export function wake(): Promise<Live> {
  if (live) return live
  const loading = import('./live').then(
    (loaded) => {
      // The last element may have left meanwhile; what starts then is never stopped.
      if (live === loading) stop = loaded.startLive()
      return loaded
    },
    (cause) => {
      if (live === loading) live = undefined
      throw cause
    },
  )
  live = loading
  return loading
}

/** Stops it again: the last element has left the page. */
export function sleep(): void {
  stop?.()
  stop = undefined
  live = undefined
}
