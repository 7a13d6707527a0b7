import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { chainOf, chains } from '../state/chains'

/** Makes another account that a connected wallet shares the active one; nothing happens for one that none does. */
export function chooseAccount(id: CaipAddress): void {
  const { namespace } = parseCaipAddress(id)
  const chain = chainOf(namespace)
  if (chain.status !== 'connected' || !chain.accounts.includes(id)) return
  chain.caipAddress = id
  chains.activeNamespace = namespace
}
