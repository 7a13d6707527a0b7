import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { Network } from '../lib/network'
import type { AccountUse, ConnectorType } from '../lib/wallet'

/** The EIP-1193 request shape, used for every namespace. Only `request` is ours to call. */
export type Provider = { request(args: { method: string; params?: unknown }): Promise<unknown> }

/** What one wallet gives in one namespace. Live object: never put into a store. */
export type Connection = {
  readonly namespace: ChainNamespace
  /** The wallet's current chain; need not be one of ours. */
  readonly networkId: CaipNetworkId
  /** CAIP-10 on `networkId`, EIP-55 for `eip155`, the active account first, never empty. */
  readonly accounts: readonly CaipAddress[]
  readonly provider: Provider
  /** Which of its sessions this is, where the wallet has several after each other (WalletConnect's topic). */
  readonly session?: string
  /** What `getProvider(namespace)` hands to the host, where it differs from `provider` (Wallet Standard). */
  readonly publicProvider?: unknown
  /** Networks the wallet approved; absent: the wallet can be asked for any. */
  readonly approved?: readonly CaipNetworkId[]
  /** What each account is for, by address, where the namespace tells them apart. */
  readonly types?: Readonly<Record<string, AccountUse>>
  /** Name and picture the wallet gives itself (WalletConnect peer metadata), already clamped and checked. */
  readonly peer?: { readonly name: string; readonly icon?: string }
}

/** What happened to a wallet after it was found or connected. */
export type ConnectorEvent =
  /** A pairing URI is ready to be shown; `expiresAt` in epoch ms. */
  | { readonly type: 'pairing'; readonly uri: string; readonly expiresAt: number }
  | { readonly type: 'relay'; readonly status: 'connected' | 'reconnecting' }
  /** Accounts or chain moved: the connections as they are now, all namespaces of the connector. */
  | { readonly type: 'change'; readonly connections: readonly Connection[] }
  | { readonly type: 'disconnect'; readonly reason: 'wallet' | 'expired' | 'error' }
  /** Something the host's developer must know, e.g. ORIGIN_NOT_ALLOWED. */
  | { readonly type: 'error'; readonly code: ErrorCode; readonly cause?: unknown }

export type ConnectRequest = {
  readonly networks: readonly Network[]
  /** Ask for this namespace only. */
  readonly namespace?: ChainNamespace | undefined
  /** Namespaces that this wallet holds beside it: one whose new session, or login, ends the old one is asked for them along. */
  readonly beside?: readonly ChainNamespace[]
  /** Of a restore: only what has come of a pairing with which this tab was left for a wallet's app. */
  readonly left?: boolean
  /** Aborts the attempt: settle with ABORTED, leave nothing behind. */
  readonly signal: AbortSignal
}

/** One wallet we can reach. Holds no state of ours; tells changes through `on`. */
export type Connector = {
  /** Public id (CONTRACT): rdns, else uuid; `walletConnect`; the host's id for external ones. */
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** `https:` or `data:image/` only, already checked. */
  readonly icon?: string
  readonly rdns?: string
  /** Another wallet claims the same rdns: never preferred, marked on screen. */
  readonly duplicate?: boolean
  /** What stands behind it cannot be asked anything: shown, and not to be chosen (fault 19). */
  readonly unreachable?: boolean
  readonly namespaces: readonly ChainNamespace[]
  /** Asks the person; rejects with a WalletError. Never answers with an empty list. */
  connect(request: ConnectRequest): Promise<readonly Connection[]>
  /** The connections that still hold, found without prompting; `[]` when there are none. */
  restore(request: ConnectRequest): Promise<readonly Connection[]>
  disconnect(): Promise<void>
  on(listener: (event: ConnectorEvent) => void): () => void
}

/** Told of each wallet found, now or later; the same id again replaces the earlier one. */
export type AddConnector = (connector: Connector) => void

/** Told of each wallet that is not there any more. */
export type RemoveConnector = (id: string) => void

/** A connector file exports this; returns its stop. */
export type Discover = (add: AddConnector, remove?: RemoveConnector) => () => void
