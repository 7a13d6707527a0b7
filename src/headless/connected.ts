/** In the place of `controllers/connected.ts`, whose work is on screens that the app has itself (`.ci/entries.mjs`). */
export const startConnected = (): (() => void) => () => {}
