type Live = typeof import('./live')

let live: Promise<Live> | undefined
let stop: (() => void) | undefined

/** Loads and starts the effects that need a wallet (`live.ts`): for a stored session, an opened modal or a method call. */
export function wake(): Promise<Live> {
  if (live) return live
  const loading = import('./live').then(
    (loaded) => {
      // Not if the last element has left meanwhile: nothing would stop it.
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

/** Stops them again: the last element has left the page. */
export function sleep(): void {
  stop?.()
  stop = undefined
  live = undefined
}
