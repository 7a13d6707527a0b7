import { errorHelp } from '../../lib/error-help'
import type { ErrorCode } from '../../lib/errors'
import { moneyHelp } from '../../lib/money-errors'
import { inLanguage } from '../in-language'
import { wordsFor } from '../words-for'

const help = { ...errorHelp, ...moneyHelp }

/** What the catalogue says about an error of a screen that moves value: its words, and what to do about it; `own`: a help of its own. */
export const moneyWordsFor = (code: ErrorCode, own?: string): { text: string; help: string | undefined } => {
  const words = wordsFor(code, help)
  return own === undefined ? words : { ...words, help: inLanguage(own, help) }
}
