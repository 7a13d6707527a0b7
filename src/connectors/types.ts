import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { Network } from '../lib/network'
import type { AccountUse, ConnectorType } from '../lib/wallet'

/** The EIP-1193 request shape, used for every namespace. We call `request` only. */
export type Provider = { request(args: { method: string; params?: unknown }): Promise<unknown> }

/** One wallet's connection in one namespace. Live object: never put into a store. */
export type Connection = {
  readonly namespace: ChainNamespace
  /** The wallet's current chain; not necessarily one of the app's. */
  readonly networkId: CaipNetworkId
  /** CAIP-10 on `networkId`, EIP-55 for `eip155`, the active account first, never empty. */
  readonly accounts: readonly CaipAddress[]
  readonly provider: Provider
  /** Which session of the wallet this is, for wallets with one session after another (WalletConnect's topic). */
  readonly session?: string
  /** What `getProvider(namespace)` returns to the host, if not `provider` (Wallet Standard). */
  readonly publicProvider?: unknown
  /** Networks the wallet approved; absent: the wallet can be asked for any. */
  readonly approved?: readonly CaipNetworkId[]
  /** What each account is for, by address, in a namespace that distinguishes them. */
  readonly types?: Readonly<Record<string, AccountUse>>
  /** Name and picture the wallet gives itself (WalletConnect peer metadata), already clamped and checked. */
  readonly peer?: { readonly name: string; readonly icon?: string }
}

/** What happened to a wallet after it was found or connected. */
export type ConnectorEvent =
  /** A pairing URI is ready to be shown; `expiresAt` in epoch ms. */
  | { readonly type: 'pairing'; readonly uri: string; readonly expiresAt: number }
  | { readonly type: 'relay'; readonly status: 'connected' | 'reconnecting' }
  /** Accounts or chain changed: the present connections in all namespaces of the connector. */
  | { readonly type: 'change'; readonly connections: readonly Connection[] }
  | { readonly type: 'disconnect'; readonly reason: 'wallet' | 'expired' | 'error' }
  /** Something that the host's developer must know, e.g. ORIGIN_NOT_ALLOWED. */
  | { readonly type: 'error'; readonly code: ErrorCode; readonly cause?: unknown }

/** What a connector is asked for when it connects or restores. */
export type ConnectRequest = {
  readonly networks: readonly Network[]
  /** Ask for this namespace only. */
  readonly namespace?: ChainNamespace | undefined
  /** Other namespaces connected with this wallet: if its new session, or login, ends the old one, it must include them. */
  readonly beside?: readonly ChainNamespace[]
  /** Of a restore: only the session from a pairing for which the visitor left this tab for a wallet's app. */
  readonly left?: boolean
  /** Aborts the attempt: settle with ABORTED, leave nothing behind. */
  readonly signal: AbortSignal
}

/** A wallet that can be connected. Holds no state of ours; reports changes through `on`. */
export type Connector = {
  /**
   * Public id (CONTRACT): rdns, else uuid; a Wallet Standard wallet's name; `walletConnect`; the host's id for external ones. Where two
   * wallets claim the same, each has another of its own.
   */
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** `https:` or `data:image/` only, already checked. */
  readonly icon?: string
  readonly rdns?: string
  /** Another wallet claims the same rdns: never preferred, marked on screen. */
  readonly duplicate?: boolean
  /** It has no usable provider: shown, but cannot be chosen (fault 19). */
  readonly unreachable?: boolean
  readonly namespaces: readonly ChainNamespace[]
  /** Prompts the visitor; rejects with a WalletError. Never resolves to an empty list. */
  connect(request: ConnectRequest): Promise<readonly Connection[]>
  /** The connections that still exist, found without a prompt; `[]` if there are none. */
  restore(request: ConnectRequest): Promise<readonly Connection[]>
  /** Leaves the wallet in all namespaces and tells it, if it can be told. Rejects if it may not know; here it is left all the same. */
  disconnect(): Promise<void>
  /** Reports what happens to the wallet. Returns its stop. */
  on(listener: (event: ConnectorEvent) => void): () => void
}

/** Called for each wallet found, now or later; the same id again replaces the earlier one. */
export type AddConnector = (connector: Connector) => void

/** Called for each wallet that is gone. */
export type RemoveConnector = (id: string) => void

/** Exported by each connector file; returns its stop. */
export type Discover = (add: AddConnector, remove?: RemoveConnector) => () => void
