/** Runs `then` with a part that loads first. One that does not load is told to the developer, and is asked for again the next time. */
export function whenLoaded<T>(part: Promise<T>, then: (loaded: T) => unknown): void {
  part.then(then, (cause: unknown) => console.warn('<wallet-modal> a part did not load', cause))
}
