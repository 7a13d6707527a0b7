import type { Connector } from '../connectors/types'
import type { ChainNamespace } from '../lib/caip'
import { WALLET_CONNECT } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { connectorById } from './discovery'
import { allowed } from './host-consent'

type Wallet = Pick<Connector, 'id' | 'namespaces'>

/** The attempt that is open was begun before anybody chose it, as the links of a phone's rows are made of one. */
let ahead = false

/** Whether the host lets an attempt begin; one that is `early` has not been chosen by anybody yet, and is begun unasked. */
export function mayBegin({ id, namespaces: [first] }: Wallet, namespace: ChainNamespace | undefined, early: boolean): boolean {
  if (!early && !allowed({ type: 'before-connect', wallet: id, namespace: namespace ?? first })) return false
  ahead = early
  return true
}

/** Whether what is open has not been chosen yet. */
export const isAhead = (): boolean => ahead && attempt.wallet?.id === WALLET_CONNECT

/** A wallet is asked for these from now on. */
export function waitIn(namespaces: readonly ChainNamespace[]): void {
  for (const each of namespaces) if (chainOf(each).status === 'disconnected') chainOf(each).status = 'connecting'
}

/** Somebody has chosen what was begun before that: the host is asked now; whether it lets the step happen. */
export function choosePrepared(): boolean {
  if (!isAhead()) return true
  const { namespace } = attempt
  const wallet = connectorById(WALLET_CONNECT)
  if (!wallet || !mayBegin(wallet, namespace, false)) return false
  // One that has failed by now is asked anew from its screen.
  if (attempt.status === 'waiting') waitIn(namespace ? [namespace] : wallet.namespaces)
  return true
}
