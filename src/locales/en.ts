import type { enEmbedded } from './en-embedded'
import { enFirst } from './en-first'
import type { enMoney } from './en-money'
import { enRest } from './en-rest'
import type { enTrade } from './en-trade'

/** English, the source of every key; other locales are checked against this type. Parameters make functions, fragments are never glued. */
export const en = { ...enFirst, ...enRest }
/** What moves value comes with its own views (`en-money.ts`, `en-trade.ts`). */
export type Messages = typeof en & typeof enMoney & typeof enTrade & typeof enEmbedded
