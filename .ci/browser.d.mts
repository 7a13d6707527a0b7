/** Path of an installed Chromium or Chrome that starts, or `undefined`. */
export function installedBrowser(): string | undefined

/** Path of a Chromium to test with, installed if necessary; rejects with a readable message if that is impossible. */
export function findBrowser(): Promise<string>
