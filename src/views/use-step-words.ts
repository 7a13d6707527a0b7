import { useSnapshot } from 'valtio'
import { embedded } from '../state/embedded'
import { inLanguage } from './in-language'
import { useEmbeddedMessages } from './use-embedded-messages'

/** Why the last step of a sign-in did not work, in the chosen language; what the secure frame says stays as it says it. */
export function useStepWords(): string | undefined {
  const { code, words } = useSnapshot(embedded)
  // A language that is chosen meanwhile is followed.
  useEmbeddedMessages()
  return code && words && inLanguage(words)
}
