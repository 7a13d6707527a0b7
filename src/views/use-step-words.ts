import { useSnapshot } from 'valtio'
import { embedded } from '../state/embedded'
import { messages } from '../state/messages'
import { inLanguage } from './in-language'
import { useShown } from './shown-view'
import { useEmbeddedMessages } from './use-embedded-messages'

/**
 * The error of the last step of a login in this view, in the chosen language. The secure frame's own text stays as it is, unless there
 * is `ours` in a language other than the frame's English.
 */
export function useStepWords(ours?: string): string | undefined {
  const { code, words, wrongIn } = useSnapshot(embedded)
  const { locale } = useSnapshot(messages)
  // The error belongs to the view in which it happened.
  const { view } = useShown()
  // Subscribed, so that a change of language renders again.
  useEmbeddedMessages()
  if (!code || !words || wrongIn !== view) return undefined
  const told = inLanguage(words)
  return ours && code === 'LOGIN_STEP_FAILED' && told === words && locale !== 'en' ? ours : told
}
