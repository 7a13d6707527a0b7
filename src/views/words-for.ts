import { errorHelp } from '../lib/error-help'
import { type ErrorCode, entryOf } from '../lib/errors'
import '../lib/later-errors'
import { messages } from '../state/messages'

export type Help = Readonly<Partial<Record<ErrorCode, string>>>

/** Text and advice for an error in the chosen language; `help`: another catalogue of advice. */
export function wordsFor(code: ErrorCode, help: Help = errorHelp): { text: string; help: string | undefined } {
  const [text, next] = translations()[code] ?? []
  return { text: text ?? entryOf(code).text, help: help[code] && (next ?? help[code]) }
}

/** The catalogue in the chosen language; empty in English. */
export const translations = (): Readonly<Partial<Record<ErrorCode, readonly [string, string?]>>> => messages.view?.errors ?? {}
