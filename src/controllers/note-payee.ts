import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../lib/caip'
import { MAX_PAYEES, type Payee, payeesKey } from '../lib/payees'
import { read, remember } from '../lib/storage'

/** Notes that the visitor has sent to somebody from the account `owner`; `networkId`: where it is a contract. */
export function notePayee(owner: CaipAddress, address: string, name: string | undefined, networkId?: CaipNetworkId): void {
  const { namespace } = parseCaipAddress(owner)
  const all = read(payeesKey) ?? []
  // One that is a contract here is no longer offered everywhere.
  const same = (each: Payee) =>
    each.namespace === namespace && each.address === address && (each.networkId ?? networkId) === networkId
  const before = all.find(same)
  const noted: Payee = {
    ...{ namespace, address, networkId, name: name ?? before?.name },
    ...{ at: Date.now(), count: (before?.count ?? 0) + 1 },
  }
  remember(payeesKey, [noted, ...all.filter((each) => !same(each))].slice(0, MAX_PAYEES))
}
