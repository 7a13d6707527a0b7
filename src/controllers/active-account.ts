import type { CaipAddress, ChainNamespace } from '../lib/caip'
import { chainOf } from '../state/chains'
import { rememberedConnections } from './remembered'

/** The address of an account id; undefined without one. */
export const addressIn = (id: CaipAddress | undefined): string | undefined => id?.split(':')[2]

/**
 * Which of a wallet's accounts is the active one: the one that the visitor chose, until the wallet changes its first account. With
 * `restored` the stored choice counts, of an earlier visit or another tab.
 */
export function activeAccount(
  namespace: ChainNamespace,
  accounts: readonly CaipAddress[],
  restored: boolean,
): CaipAddress | undefined {
  const chain = chainOf(namespace)
  const kept = restored ? rememberedConnections().entries[namespace] : undefined
  const [first, chosen] = kept ? [kept.first, kept.caipAddress] : [chain.accounts[0], chain.caipAddress]
  const holds = addressIn(first) === addressIn(accounts[0])
  return (holds && accounts.find((id) => addressIn(id) === addressIn(chosen))) || accounts[0]
}
