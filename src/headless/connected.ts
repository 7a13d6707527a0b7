/** Replaces `controllers/connected.ts`, whose effects serve views that the app brings itself (`.ci/entries.mjs`). */
export const startConnected = (): (() => void) => () => {}
