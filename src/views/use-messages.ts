import { useSnapshot } from 'valtio'
import { en, type Messages } from '../locales/en'
import { messages } from '../state/messages'

/** The messages of all views in the chosen language; English until that has loaded. Not used by the first view, which needs fewer. */
export function useMessages(): Pick<Messages, keyof typeof en> {
  const { view } = useSnapshot(messages)
  return (view as Messages | undefined) ?? en
}
