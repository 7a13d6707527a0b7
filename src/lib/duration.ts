/** Whole seconds until `end` (epoch ms), rounded up; 0 when it has passed. */
export const secondsUntil = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / 1000))

/** Seconds as a clock shows them: `3:36`. */
export const clockTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
