/** The first pause before a part is asked for again; each is twice as long as the one before, up to the longest. */
const PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Loads a part that cannot be done without: asks again until it is there, as on a line that comes and goes, and at once when the
 * browser is online again. Never rejects; after the signal it does not ask again, and stays pending.
 */
export const untilLoaded = async <T>(load: () => Promise<T>, signal?: AbortSignal, pauseMs = PAUSE_MS): Promise<T> => {
  if (signal?.aborted) return new Promise(() => {})
  return load().catch(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
      globalThis.addEventListener?.('online', resolve, { once: true, signal: AbortSignal.timeout(pauseMs) })
    })
    return untilLoaded(load, signal, Math.min(2 * pauseMs, LONGEST_PAUSE_MS))
  })
}
