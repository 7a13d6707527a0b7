import type { enEmbedded } from './en-embedded'
import { enFirst } from './en-first'
import type { enMoney } from './en-money'
import { enRest } from './en-rest'
import type { enTrade } from './en-trade'

/** English, the source of every key; other locales are checked against this type. Parameters make functions, fragments are never glued. */
export const en = { ...enFirst, ...enRest }
/** What another language has in its one file, checked against the English. */
export type Translation = typeof en & typeof enMoney
/**
 * What moves value and the embedded wallet come with their own views (`en-money.ts`, `en-trade.ts`, `en-embedded.ts`); Swap,
 * Buy and the embedded wallet are English everywhere as yet.
 */
export type Messages = Translation & typeof enTrade & typeof enEmbedded
