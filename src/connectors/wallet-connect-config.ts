import type { CaipNetworkId } from '../lib/caip'
import type { Cacao, SiwxData } from '../lib/siwx'

/** Sends a read that the wallet does not answer to the chain's own endpoint. */
export type RpcFetch = (networkId: CaipNetworkId, request: { method: string; params?: unknown }) => Promise<unknown>

/** Connecting and signing in with one prompt. */
export type OneClick = {
  /** A new message, without an account yet. */
  request(): Promise<SiwxData>
  /**
   * Verifies what the wallet signed against what it was asked (the payload as sent); after an abort nothing is kept. Rejects with
   * SIGN_IN_MISMATCH, SIGN_IN_FAILED, ABORTED.
   */
  take(
    signed: readonly { readonly cacao: Cacao; readonly text: string }[],
    asked: Omit<Cacao['p'], 'iss'> & { readonly chains: readonly string[] },
    signal?: AbortSignal,
  ): Promise<void>
}

/** The app's settings for WalletConnect. */
export type WalletConnectConfig = {
  readonly projectId: string | undefined
  /** `wss://…`; WalletConnect's own relay when absent. */
  readonly relayUrl: string | undefined
  /** Shown by wallets. */
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
  /** Separates two embeds, or two releases, in storage. */
  readonly storagePrefix: string
  /** The host's own initialised sign-client 2.x, used as it is: its other sessions and settings are left alone. */
  readonly signClient?: unknown
  /** Signs in while connecting, if the app wants that; called for each attempt. */
  readonly oneClick?: (() => Promise<OneClick | undefined>) | undefined
  /** Answers reads that the wallet does not; without it they reject with WALLET_METHOD_UNSUPPORTED. */
  readonly rpc?: RpcFetch | undefined
}
