/** Runs `then` with a lazily loaded part. If loading fails it warns on the console; the next call tries again. */
export const whenLoaded = <T>(part: Promise<T>, then: (loaded: T) => unknown): Promise<unknown> =>
  part.then(then, (cause: unknown) => console.warn('<wallet-modal> a part did not load', cause))

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
