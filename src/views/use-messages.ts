import { useSnapshot } from 'valtio'
import { errorHelp } from '../lib/error-help'
import { catalogue, type ErrorCode } from '../lib/errors'
import { en, type Messages } from '../locales/en'
import { messages } from '../state/messages'

/** The words of the chosen language; English until another one has loaded. */
export function useMessages(): Messages {
  const { view } = useSnapshot(messages)
  return (view as Messages | undefined) ?? en
}

/** What the catalogue says about an error: its words, and what to do about it. */
export const wordsFor = (code: ErrorCode): { text: string; help: string | undefined } => ({
  text: catalogue[code].text,
  help: errorHelp[code],
})
