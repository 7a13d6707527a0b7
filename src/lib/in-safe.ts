/** The id of the Safe that the page is shown in. */
export const SAFE = 'safe'

/** Whether the page seems to be shown in Safe; only an answer of Safe proves it. Firefox tells it only for a frame's first page. */
export const isInSafe = (): boolean =>
  globalThis.self !== globalThis.top &&
  /^https:\/\/app\.safe\.global($|\/)/.test(location.ancestorOrigins?.[0] ?? document.referrer)
