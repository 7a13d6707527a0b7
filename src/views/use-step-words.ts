import { useSnapshot } from 'valtio'
import { embedded } from '../state/embedded'
import { messages } from '../state/messages'
import { inLanguage } from './in-language'
import { useShown } from './shown'
import { useEmbeddedMessages } from './use-embedded-messages'

/**
 * Why the last step of a sign-in did not work, in the chosen language; what the secure frame says stays as it says it, unless there is
 * `ours` for it in a language that the frame does not speak.
 */
export function useStepWords(ours?: string): string | undefined {
  const { code, words, wrongIn } = useSnapshot(embedded)
  const { locale } = useSnapshot(messages)
  // While one view gives way to another, what was wrong there is not told here.
  const { view } = useShown()
  // A language that is chosen meanwhile is followed.
  useEmbeddedMessages()
  if (!code || !words || wrongIn !== view) return undefined
  const told = inLanguage(words)
  return ours && code === 'LOGIN_STEP_FAILED' && told === words && locale !== 'en' ? ours : told
}
