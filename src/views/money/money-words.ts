import type { ErrorCode } from '../../lib/errors'
import { moneyHelp } from '../../lib/money-errors'
import { wordsFor as usual } from '../words-for'

/** What the catalogue says about an error of a screen that moves value: its words, and what to do about it. */
export const wordsFor = (code: ErrorCode): { text: string; help: string | undefined } => {
  const { text, help } = usual(code)
  return { text, help: moneyHelp[code] ?? help }
}
