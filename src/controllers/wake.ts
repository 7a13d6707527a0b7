type Live = typeof import('./live')

let live: Promise<Live> | undefined
let stop: (() => void) | undefined

/** Loads and starts what speaks to wallets: for a stored session, an opened modal or a method call, and not before. */
export function wake(): Promise<Live> {
  live ??= import('./live').then(
    (loaded) => {
      stop = loaded.startLive()
      return loaded
    },
    (cause) => {
      live = undefined
      throw cause
    },
  )
  return live
}

/** Stops it again: the last element has left the page. */
export function sleep(): void {
  stop?.()
  stop = undefined
  live = undefined
}
