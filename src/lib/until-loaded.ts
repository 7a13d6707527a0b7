/** The first pause before a part is asked for again; each is twice as long as the one before. */
const PAUSE_MS = 5_000

/**
 * Loads a part that cannot be done without: asks again until it is there, as on a line that comes and goes, and at once when the
 * browser is online again. Never rejects.
 */
export const untilLoaded = <T>(load: () => Promise<T>, pauseMs = PAUSE_MS): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
      globalThis.addEventListener?.('online', resolve, { once: true, signal: AbortSignal.timeout(pauseMs) })
    })
    return untilLoaded(load, 2 * pauseMs)
  })
