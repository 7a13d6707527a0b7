/** HTTP statuses after which a read is asked again (specification §8). */
export const RETRIED_STATUSES: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]
/** How often a read is asked again after the first time. */
export const RETRY_COUNT = 3
/** Doubles with each retry (specification §9). */
export const RETRY_DELAY_MS = 150
