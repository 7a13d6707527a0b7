import { errorHelp } from '../lib/error-help'
import { type ErrorCode, entryOf, notices } from '../lib/errors'
import { type Help, translations } from './words-for'

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
