import { guardedStorage } from './guarded-storage'

/** The page that shows apps in Safe; no other one is believed to be it. */
export const SAFE_ORIGIN = 'https://app.safe.global'

/** The id of the Safe that the page is shown in. */
export const SAFE = 'safe'

/** Where it is kept, as long as the tab lives, that Safe has answered: its origin. */
export const ANSWERED = 'safe'

/**
 * Whether the page seems to be shown in Safe; only what Safe answers proves it. Firefox does not tell a frame what is around it but
 * by the referrer, which the app's next page has of the app itself.
 */
export const isInSafe = (): boolean =>
  // As `platform` has it, which a page without a wallet would load for this line. Without a window there is neither.
  globalThis.window !== globalThis.top &&
  (`${location.ancestorOrigins?.[0] ?? document.referrer}/`.startsWith(`${SAFE_ORIGIN}/`) ||
    guardedStorage.get('session', ANSWERED) === SAFE_ORIGIN)
