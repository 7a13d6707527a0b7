import { notices } from '../lib/error-catalogue'
import { errorHelp } from '../lib/error-help'
import { type ErrorCode, entryOf } from '../lib/errors'
import { type Help, translations } from './words-for'

/** Translates an English sentence of the error catalogue; any other, as of a wallet or a service, stays as it is. */
export function inLanguage(sentence: string, help: Help = errorHelp): string {
  const english: Partial<Record<string, string>> = notices
  for (const [key, [text, next]] of Object.entries(translations())) {
    const code = key as ErrorCode
    if (sentence === (english[key] ?? entryOf(code).text)) return text
    if (next && sentence === help[code]) return next
  }
  return sentence
}
