import type { ChainNamespace } from '../lib/caip'
import { type Payee, payeesKey } from '../lib/payees'
import { read } from '../lib/storage'
import { chains } from '../state/chains'

/** The receivers that the visitor has sent to in a namespace, newest first. */
export const payeesOf = (namespace: ChainNamespace): readonly Payee[] =>
  (read(payeesKey) ?? []).filter((each) => each.namespace === namespace)

/** The receivers of the active namespace who can be paid on the active network: a contract only where it was paid before. */
export const payeesHere = (): readonly Payee[] =>
  payeesOf(chains.activeNamespace).filter(({ networkId }) => !networkId || networkId === chains.active.networkId)
