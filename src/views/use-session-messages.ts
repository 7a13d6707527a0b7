import { useSnapshot } from 'valtio'
import { enSessions } from '../locales/en-sessions'
import { messages } from '../state/messages'

/** The messages of smart accounts in the chosen language; English where it has none. */
export function useSessionMessages(): typeof enSessions.sessions {
  const { view } = useSnapshot(messages)
  return (view as Partial<typeof enSessions> | undefined)?.sessions ?? enSessions.sessions
}
