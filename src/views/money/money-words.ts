import { errorHelp } from '../../lib/error-help'
import type { ErrorCode } from '../../lib/errors'
import { moneyHelp } from '../../lib/money-errors'
import { inLanguage } from '../in-language'
import { wordsFor } from '../words-for'

const help = { ...errorHelp, ...moneyHelp }

/** Text and advice for an error of a transaction, in the chosen language; `own` replaces the advice. */
export const moneyWordsFor = (code: ErrorCode, own?: string): { text: string; help: string | undefined } => {
  const words = wordsFor(code, help)
  return own === undefined ? words : { ...words, help: inLanguage(own, help) }
}
