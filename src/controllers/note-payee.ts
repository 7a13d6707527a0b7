import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../lib/caip'
import { MAX_PAYEES, type Payee, payeesKey } from '../lib/payees'
import { read, remember } from '../lib/storage'

/** Notes that the visitor has sent to somebody from the account `owner`; `networkId`: where it is a contract. */
export function notePayee(owner: CaipAddress, address: string, name: string | undefined, networkId?: CaipNetworkId): void {
  const { namespace, networkId: here } = parseCaipAddress(owner)
  const all = read(payeesKey) ?? []
  const known = all.filter((each) => each.namespace === namespace && each.address === address)
  // What is a contract anywhere is no longer offered everywhere.
  const place = networkId ?? (known.some((each) => each.networkId) ? here : undefined)
  const same = (each: Payee) => known.includes(each) && (each.networkId ?? place) === place
  const before = all.find(same)
  const noted: Payee = {
    namespace,
    address,
    networkId: place,
    name: name ?? before?.name,
    at: Date.now(),
    count: (before?.count ?? 0) + 1,
  }
  remember(payeesKey, [noted, ...all.filter((each) => !same(each))].slice(0, MAX_PAYEES))
}
