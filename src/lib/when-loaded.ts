import { untilLoaded } from './until-loaded'

const warn = (cause: unknown) => console.warn('<wallet-modal> a part did not load', cause)

/** Runs `then` with a lazily loaded part. If loading fails it warns on the console; the next call tries again. */
export const whenLoaded = <T>(part: Promise<T>, then: (loaded: T) => unknown): Promise<unknown> => part.then(then, warn)

/**
 * Does what needs lazily loaded parts and must not be left out. If one does not load it warns on the console, and does all of it
 * again until they have. Never rejects; after the signal it does nothing again, and stays pending.
 */
export const untilDone = (act: () => Promise<unknown>, signal?: AbortSignal): Promise<unknown> =>
  act().catch((cause: unknown) => {
    warn(cause)
    return untilLoaded(act, signal)
  })

/** Starts something with a lazily loaded part. The returned stop also works before it has loaded. */
export function startWhenLoaded<T>(part: Promise<T>, begin: (loaded: T) => () => void): () => void {
  let stopped = false
  let stop = () => {}
  whenLoaded(part, (loaded) => {
    if (!stopped) stop = begin(loaded)
  })
  return () => {
    stopped = true
    stop()
  }
}
