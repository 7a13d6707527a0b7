/** The first pause before a part is asked for again; each is twice as long as the one before. */
const PAUSE_MS = 5_000

/** Loads a part that cannot be done without: asks again until it is there, as on a line that comes and goes. Never rejects. */
export const untilLoaded = <T>(load: () => Promise<T>, pauseMs = PAUSE_MS): Promise<T> =>
  load().catch(() => new Promise((resolve) => setTimeout(() => resolve(untilLoaded(load, 2 * pauseMs)), pauseMs)))
