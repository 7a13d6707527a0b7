/** The id of the Safe that the page is shown in. */
export const SAFE = 'safe'

/** Whether the page seems to be shown in Safe; only what Safe answers proves it. Firefox tells a frame's first page alone. */
export const isInSafe = (): boolean =>
  globalThis.self !== globalThis.top &&
  /^https:\/\/app\.safe\.global($|\/)/.test(location.ancestorOrigins?.[0] ?? document.referrer)
