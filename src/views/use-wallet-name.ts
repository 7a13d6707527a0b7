import { useSnapshot } from 'valtio'
import { AUTH_ID, EMAIL_NAME } from '../lib/auth-id'
import type { Spoken } from '../locales/en'
import type { Chain } from '../state/chains'
import { messages } from '../state/messages'
import { useActiveAccount } from './use-active-account'

/** The name of a connection's wallet, by default the active one's; the embedded wallet is called "Email" in the chosen language. */
export function useWalletName(connection?: Pick<Chain, 'wallet' | 'connectorId'>): string | undefined {
  const active = useActiveAccount()
  const { view } = useSnapshot(messages)
  const { wallet, connectorId } = connection ?? active
  const isEmail = connectorId === AUTH_ID && wallet?.name === EMAIL_NAME
  return (isEmail && (view as Spoken | undefined)?.embedded?.emailShort) || wallet?.name
}
