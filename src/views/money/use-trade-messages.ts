import { useSnapshot } from 'valtio'
import type { Messages } from '../../locales/en'
import { enWhole } from '../../locales/en-whole'
import { messages } from '../../state/messages'

/** The words of every screen, Swap and Buy among them, in the chosen language; English until another one has loaded. */
export function useTradeMessages(): Messages {
  const { view } = useSnapshot(messages)
  return (view as Messages | undefined) ?? enWhole
}
