import { useSnapshot } from 'valtio'
import { en, type Messages, type Spoken } from '../../locales/en'
import { enMoney } from '../../locales/en-money'
import { enTrade } from '../../locales/en-trade'
import { messages } from '../../state/messages'

const english = { ...en, ...enMoney, ...enTrade }

/** The messages of all views including Send, Swap and Buy in the chosen language; English until that has loaded. */
export function useTradeMessages(): Pick<Messages, keyof typeof english> {
  const { view } = useSnapshot(messages)
  if (!view) return english
  return view.swap ? (view as Messages) : { ...enTrade, ...(view as Spoken) }
}
