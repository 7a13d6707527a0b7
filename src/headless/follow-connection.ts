/** Replaces `controllers/follow-connection.ts`, whose effects serve views that the app brings itself (`.ci/entries.mjs`). */
export const followConnection = (): (() => void) => () => {}
