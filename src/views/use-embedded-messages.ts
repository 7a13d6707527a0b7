import { useSnapshot } from 'valtio'
import type { Messages, Spoken } from '../locales/en'
import { enEmbedded } from '../locales/en-embedded'
import { messages } from '../state/messages'

/** The messages of the embedded wallet in the chosen language; English until that has loaded. */
export function useEmbeddedMessages(): Messages['embedded'] {
  const { view } = useSnapshot(messages)
  return (view as Spoken | undefined)?.embedded ?? enEmbedded.embedded
}
