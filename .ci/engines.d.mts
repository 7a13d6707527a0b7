export const FIREFOX: string
export const WEBKIT_DRIVER: string

/** Path of WebKitGTK's own browser; undefined where it is not. */
export function miniBrowser(root?: string): string | undefined

/** Why the journeys in an engine cannot run here, as a sentence; undefined where they can. */
export function missingEngine(engine: 'Firefox ESR' | 'WebKitGTK'): string | undefined
