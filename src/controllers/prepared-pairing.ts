import type { Connector } from '../connectors/types'
import type { ChainNamespace } from '../lib/caip'
import { WALLET_CONNECT } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf } from '../state/chains'
import { connectorById } from './discovery'
import { allowed } from './host-consent'

type Wallet = Pick<Connector, 'id' | 'namespaces'>

/** The current WalletConnect attempt was begun before the visitor chose it: the links of a phone's wallet rows need its URI. */
let ahead = false

/** Whether the host lets an attempt begin; it is not asked about one that is begun `early`, before the visitor chooses. */
export function mayBegin({ id, namespaces: [first] }: Wallet, namespace: ChainNamespace | undefined, early: boolean): boolean {
  if (!early && !allowed({ type: 'before-connect', wallet: id, namespace: namespace ?? first })) return false
  ahead = early
  return true
}

/** Whether the current attempt was begun early and has not been chosen yet. */
export const isAhead = (): boolean => ahead && attempt.wallet?.id === WALLET_CONNECT

/** Marks these namespaces as connecting. */
export function waitIn(namespaces: readonly ChainNamespace[]): void {
  for (const each of namespaces) if (chainOf(each).status === 'disconnected') chainOf(each).status = 'connecting'
}

/** The visitor chooses an attempt that was begun early, so the host is asked now. Returns whether it agrees. */
export function choosePrepared(): boolean {
  if (!isAhead()) return true
  const { namespace } = attempt
  const wallet = connectorById(WALLET_CONNECT)
  if (!wallet || !mayBegin(wallet, namespace, false)) return false
  // One that has failed by now is tried again from its screen.
  if (attempt.status === 'waiting') waitIn(namespace ? [namespace] : wallet.namespaces)
  return true
}
