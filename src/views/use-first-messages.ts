import { useSnapshot } from 'valtio'
import type { Messages } from '../locales/en'
import { enFirst } from '../locales/en-first'
import { messages } from '../state/messages'

/** The words of the shell and the first screen in the chosen language; English until another one has loaded. */
export function useFirstMessages(): Pick<Messages, keyof typeof enFirst> {
  const { view } = useSnapshot(messages)
  return (view as Messages | undefined) ?? enFirst
}
