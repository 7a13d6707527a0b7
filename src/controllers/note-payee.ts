import type { ChainNamespace } from '../lib/caip'
import { MAX_PAYEES, type Payee, payeesKey } from '../lib/payees'
import { read, remember } from '../lib/storage'

/** Notes that the visitor has sent to somebody. */
export function notePayee(namespace: ChainNamespace, address: string, name: string | undefined): void {
  const all = read(payeesKey) ?? []
  const same = (each: Payee) => each.namespace === namespace && each.address === address
  const before = all.find(same)
  const noted: Payee = { namespace, address, name: name ?? before?.name, at: Date.now(), count: (before?.count ?? 0) + 1 }
  remember(payeesKey, [noted, ...all.filter((each) => !same(each))].slice(0, MAX_PAYEES))
}
