import { errorHelp } from '../lib/error-help'
import { type ErrorCode, entryOf } from '../lib/errors'
import '../lib/later-errors'

/** What the catalogue says about an error: its words, and what to do about it. */
export const wordsFor = (code: ErrorCode): { text: string; help: string | undefined } => ({
  text: entryOf(code).text,
  help: errorHelp[code],
})
