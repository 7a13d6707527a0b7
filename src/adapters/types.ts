import type { Network } from '../lib/network'

/** The part of EIP-1193 that adapters use; every connector's provider has it. */
export type WalletProvider = { request(args: { method: string; params?: unknown }): Promise<unknown> }

/** Where a chain is read. */
export type RpcContext = {
  /** Endpoints in the order to try them; empty: nothing can be read. */
  readonly urls: readonly string[]
  /** Maximum of calls per HTTP request: 1000, in the login layer 1 (specification §7). */
  readonly batch: number
}

/**
 * Access to one chain namespace: reads through RPC, the rest through a connected wallet. What only one feature needs (send, calls,
 * names) is a separate module with its own line in the registry.
 */
export type Adapter = {
  /** Native balance, exact decimal string in the main unit, testnets included. Throws RPC_UNAVAILABLE, ABORTED. */
  getBalance(network: Network, address: string, context: RpcContext, signal: AbortSignal): Promise<string>
  /** A read of the chain by JSON-RPC, the answer as it came. Throws RPC_UNAVAILABLE and the chain's own error. */
  read(network: Network, call: { method: string; params?: unknown }, context: RpcContext): Promise<unknown>
  /**
   * The wallet's signature of the text, in the namespace's usual encoding. Throws USER_REJECTED, WALLET_ANSWER_INVALID, REQUEST_ABORTED
   * and the wallet's error.
   */
  signMessage(provider: WalletProvider, address: string, message: string, signal?: AbortSignal): Promise<string>
  /**
   * Asks the wallet to switch to the network; resolves once the wallet is on it. Throws NETWORK_CHANGE_DECLINED, CHAIN_NOT_SUPPORTED,
   * CHAIN_UNSUPPORTED, SWITCH_FAILED.
   */
  switchNetwork(provider: WalletProvider, network: Network, signal?: AbortSignal): Promise<void>
  /** The wallet's current chain, as CONTRACT's `chainId`. Throws CHAIN_UNSUPPORTED if the answer names no chain. */
  getChainId(provider: WalletProvider, signal?: AbortSignal): Promise<number | string>
  /** The address in its namespace's notation; undefined if invalid. */
  normalizeAddress(address: string): string | undefined
}

/** A signed text and its claimed signer. */
type SignedMessage = { readonly address: string; readonly message: string; readonly signature: string }

/** Whether the account signed the text; for a contract account this one chain is asked. Rejects if that cannot be determined. */
export type VerifySignature = (network: Network, signed: SignedMessage, context: RpcContext) => Promise<boolean>
