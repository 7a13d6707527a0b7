export const FIREFOX: string
export const WEBKIT_DRIVER: string

/** Path of WebKitGTK's MiniBrowser; undefined if it is not installed. */
export function miniBrowser(root?: string): string | undefined

/** A sentence on why the journeys in an engine cannot run here; undefined if they can. */
export function missingEngine(engine: 'Firefox ESR' | 'WebKitGTK'): string | undefined
