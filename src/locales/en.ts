import { enFirst } from './en-first'
import { enRest } from './en-rest'

/** English, the source of every key; other locales are checked against this type. Parameters make functions, fragments are never glued. */
export const en = { ...enFirst, ...enRest }
export type Messages = typeof en
