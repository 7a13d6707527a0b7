import { useSnapshot } from 'valtio'
import { en, type Messages } from '../locales/en'
import { messages } from '../state/messages'

/** The words of every screen in the chosen language; English until another one has loaded. The first screen does without. */
export function useMessages(): Pick<Messages, keyof typeof en> {
  const { view } = useSnapshot(messages)
  return (view as Messages | undefined) ?? en
}
