/** One thing that was looked at, and what was seen. */
export type Check = { readonly name: string; readonly ok: boolean; readonly text: string }
/** What was seen of one thing. */
export type Outcome = Omit<Check, 'name'>

/** Nothing is wrong with it. */
export const good = (text: string): Outcome => ({ ok: true, text })
/** Something is wrong; the text says what to do. */
export const bad = (text: string): Outcome => ({ ok: false, text })

/** Each check takes at most this long. */
export const CHECK_LIMIT_MS = 5_000
/** How many names a check lists. */
export const MAX_NAMES = 20
