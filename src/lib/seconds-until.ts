/** Whole seconds until `end` (epoch ms), rounded up; 0 when it has passed. */
export const secondsUntil = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / 1000))
