import { en, type Messages } from './en'
import { enEmbedded } from './en-embedded'
import { enMoney } from './en-money'
import { enSessions } from './en-sessions'
import { enSupport } from './en-support'
import { enTrade } from './en-trade'

/** English with everything in it, as another language is one file. */
export const enWhole: Messages = { ...en, ...enMoney, ...enTrade, ...enEmbedded, ...enSessions, ...enSupport }
