import { useSnapshot } from 'valtio'
import type { Messages } from '../locales/en'
import { enFirst } from '../locales/en-first'
import { messages } from '../state/messages'

/** The messages of the shell and the first view in the chosen language; English until that has loaded. */
export function useFirstMessages(): Pick<Messages, keyof typeof enFirst> {
  const { view } = useSnapshot(messages)
  return (view as Messages | undefined) ?? enFirst
}
