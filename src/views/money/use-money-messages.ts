import { useSnapshot } from 'valtio'
import { en, type Messages } from '../../locales/en'
import { enMoney } from '../../locales/en-money'
import { messages } from '../../state/messages'

const english = { ...en, ...enMoney }

/** The messages of all views and of Send in the chosen language; English until that has loaded. */
export function useMoneyMessages(): Pick<Messages, keyof typeof english> {
  const { view } = useSnapshot(messages)
  return (view as Messages | undefined) ?? english
}
