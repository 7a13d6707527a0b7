import type { enEmbedded } from './en-embedded'
import { enFirst } from './en-first'
import type { enMoney } from './en-money'
import { enRest } from './en-rest'
import type { enSessions } from './en-sessions'
import type { enSupport } from './en-support'
import type { enTrade } from './en-trade'
import type { ErrorWords } from './error-codes'

/** English, the source of every key; other locales are checked against this type. Parameters make functions, fragments are never glued. */
export const en = { ...enFirst, ...enRest }
/** What another language has in its first file, checked against the English. */
export type Translation = typeof en & typeof enMoney
/** Every word, but the errors of English, which are in the catalogues of `lib`; what moves value, the embedded wallet and later areas load with their own views (`en-money.ts`, `en-trade.ts`, …). */
export type Messages = Translation &
  typeof enTrade &
  typeof enEmbedded &
  typeof enSessions &
  typeof enSupport & { readonly errors?: ErrorWords }
/** What another language has in its second file (`later/`), so that neither grows past 8 kB: every area that is not in the first. */
export type Later = Omit<Messages, keyof Translation | 'errors'> & { readonly errors: ErrorWords }
/** Another language in use: its first file, and its second once the modal has been opened. */
export type Spoken = Translation & Partial<Later>
