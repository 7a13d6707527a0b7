import { type CaipNetworkId, type ChainNamespace, parseCaipAddress } from '../lib/caip'
import type { Network } from '../lib/network'
import type { HostWallet } from './provider-events'
import type { Connection, Connector, ConnectRequest, Provider } from './types'
import type { BitcoinSide } from './wallet-connect-bitcoin'
import type { Session } from './wallet-connect-client'
import { activeIn, firstUsable, holds, readNamespaces } from './wallet-connect-namespaces'

/** The provider of a namespace; hosts get it with events, or for Solana as a Wallet Standard wallet. */
export type View = { readonly provider: Provider; readonly host?: HostWallet | undefined }

/** The state of a session besides the SDK's own record: the current network and active address of each namespace. */
export type Current = {
  readonly topic: string
  /** The SDK's record as last read; the SDK deletes it when the session ends. */
  record: Session
  readonly network: Map<ChainNamespace, CaipNetworkId>
  readonly address: Map<ChainNamespace, string>
  readonly views: Map<ChainNamespace, View>
  /** Aborted when the session is no longer current: no answer will come. */
  readonly over: AbortController
  bitcoin?: BitcoinSide
}

/** A new session's state. */
export const newCurrent = (record: Session): Current => ({
  topic: record.topic,
  record,
  network: new Map(),
  address: new Map(),
  views: new Map(),
  over: new AbortController(),
})

/** What the wallet approved, by namespace. */
export const approvedOf = ({ record }: Current) => readNamespaces(record.namespaces)

/**
 * Sets where a session begins: on the networks and addresses of the `last` choices (`wallet-connect-choices.ts`) that the wallet still
 * has, else on the first of the app's networks.
 */
export function begin(
  session: Current,
  record: Session,
  last: Readonly<Record<string, string>>,
  networks: readonly Network[],
): void {
  session.record = record
  for (const [each, approved] of approvedOf(session)) {
    session.network.set(each, firstUsable(approved, [last[each], ...networks.map(({ caipNetworkId }) => caipNetworkId)]))
    const address = last[`${each}@`]
    if (address && holds(approved, address)) session.address.set(each, address)
  }
}

/** Takes what the wallet has changed, and leaves networks and addresses that it has withdrawn. */
export function renew(session: Current, record: Session): void {
  session.record = record
  for (const [namespace, approved] of approvedOf(session)) {
    const at = session.network.get(namespace)
    const [first] = approved.approved
    if (first && (!at || !approved.approved.includes(at))) session.network.set(namespace, first)
    if (!holds(approved, session.address.get(namespace))) session.address.delete(namespace)
  }
}

/** Makes the account that a wallet reports active the session's; returns whether it can be read. */
export function activate(session: Current, namespace: ChainNamespace, said: unknown): boolean {
  const account = activeIn(said, namespace, session.network.get(namespace))
  if (!account) return false
  const { networkId, address } = parseCaipAddress(account)
  session.address.set(namespace, address)
  if (approvedOf(session).get(namespace)?.approved.includes(networkId)) session.network.set(namespace, networkId)
  return true
}

/** The connections with the requested namespace first, else the page's current one: the order in a wallet's answer means nothing. */
export function leading(
  connections: readonly Connection[],
  { namespace, networks }: Omit<ConnectRequest, 'signal'>,
): readonly Connection[] {
  const first = namespace ?? networks[0]?.chainNamespace
  const leads = (each: Connection) => Number(each.namespace === first)
  return [...connections].sort((one, other) => leads(other) - leads(one))
}

/** The one WalletConnect session of the page. */
export type WalletConnectSession = Pick<Connector, 'connect' | 'restore' | 'disconnect'> & {
  /** Close the socket now; resolves to whether a session was live. */
  close(): Promise<boolean>
  /** Close the socket soon, if nobody listens by then: another tab may have ended the session too. */
  sleep(isIdle: () => boolean): void
}
