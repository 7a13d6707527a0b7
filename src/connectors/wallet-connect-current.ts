import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { HostWallet } from './provider-events'
import type { Connection, Connector, ConnectRequest, Provider } from './types'
import type { BitcoinSide } from './wallet-connect-bitcoin'
import type { Session } from './wallet-connect-client'

/** What a namespace's connection hands out: a host gets it with events, for Solana as a wallet of the Wallet Standard. */
export type View = { readonly provider: Provider; readonly host?: HostWallet | undefined }

/** What we keep of a session beside the SDK's own record: where each namespace stands, and its active address. */
export type Current = {
  readonly topic: string
  /** The SDK's record as it was last read: it is gone as soon as the session is. */
  record: Session
  readonly network: Map<ChainNamespace, CaipNetworkId>
  readonly address: Map<ChainNamespace, string>
  readonly views: Map<ChainNamespace, View>
  /** Aborted when it counts no more: who waits for the wallet waits in vain. */
  readonly over: AbortController
  bitcoin?: BitcoinSide
}

/** A session that has said nothing yet. */
export const newCurrent = (record: Session): Current => ({
  topic: record.topic,
  record,
  network: new Map(),
  address: new Map(),
  views: new Map(),
  over: new AbortController(),
})

/** Connections with that first which was asked for, else that of the network on which the page stands: in a wallet's answer the order says nothing. */
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
