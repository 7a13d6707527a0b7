/** Runs `then` with a part that loads first. One that does not load is told to the developer, and is asked for again the next time. */
export const whenLoaded = <T>(part: Promise<T>, then: (loaded: T) => unknown): Promise<unknown> =>
  part.then(then, (cause: unknown) => console.warn('<wallet-modal> a part did not load', cause))

/** Begins something with a part that loads first. Returns its stop, which holds before that too. */
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
