import { errorHelp } from '../lib/error-help'
import { type ErrorCode, entryOf, notices } from '../lib/errors'
import '../lib/later-errors'
import { messages } from '../state/messages'

type Help = Readonly<Partial<Record<ErrorCode, string>>>
type Words = { readonly text: string; readonly help: string | undefined }

/** What the catalogue says about an error in the chosen language: its words, and what to do about it. */
export const wordsFor = (code: ErrorCode): Words => wordsOf(code, errorHelp)

/** The same, with the help of a screen's own catalogue. */
export function wordsOf(code: ErrorCode, help: Help): Words {
  const [text, next] = translations()[code] ?? []
  return { text: text ?? entryOf(code).text, help: help[code] && (next ?? help[code]) }
}

/** A sentence of the catalogue in the chosen language; one that is not in it, as a wallet or a service says it, stays as it is. */
export function inLanguage(sentence: string, help: Help = errorHelp): string {
  const english: Partial<Record<string, string>> = notices
  for (const [key, [text, next]] of Object.entries(translations())) {
    const code = key as ErrorCode
    if (sentence === (english[key] ?? entryOf(code).text)) return text
    if (next && sentence === help[code]) return next
  }
  return sentence
}

const translations = (): Readonly<Partial<Record<ErrorCode, readonly [string, string?]>>> => messages.view?.errors ?? {}
