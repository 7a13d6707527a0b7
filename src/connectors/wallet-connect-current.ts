import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { HostWallet } from './provider-events'
import type { Connection, Connector, ConnectRequest, Provider } from './types'
import type { BitcoinSide } from './wallet-connect-bitcoin'
import type { Session } from './wallet-connect-client'

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
