/** Path of a Chromium or Chrome that is already here and starts, or `undefined`. */
export function installedBrowser(env?: NodeJS.ProcessEnv): string | undefined

/** Path of a Chromium to test with, installed if need be; rejects with a sentence when there is no way. */
export function findBrowser(): Promise<string>
