import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { chainOf, chains } from '../state/chains'

/** Makes an account of a connected wallet the active one; does nothing for any other. */
export function chooseAccount(id: CaipAddress): void {
  const { namespace } = parseCaipAddress(id)
  const chain = chainOf(namespace)
  if (chain.status !== 'connected' || !chain.accounts.includes(id)) return
  chain.caipAddress = id
  chains.activeNamespace = namespace
}
