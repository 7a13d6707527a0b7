import type { ChainNamespace } from '../lib/caip'
import { type Payee, payeesKey } from '../lib/payees'
import { read } from '../lib/storage'

/** The receivers that the visitor has sent to in a namespace, newest first. */
export const payeesOf = (namespace: ChainNamespace): readonly Payee[] =>
  (read(payeesKey) ?? []).filter((each) => each.namespace === namespace)
