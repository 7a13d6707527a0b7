import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'
import type { Outcome, Transfers } from './transfers'

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
  /** The wallet's signature of the text, in the namespace's usual encoding. Throws USER_REJECTED, WALLET_ANSWER_INVALID, REQUEST_ABORTED and what the wallet says. */
  signMessage(provider: WalletProvider, address: string, message: string, signal?: AbortSignal): Promise<string>
  /** Asks the wallet for the network; resolves once the wallet was seen on it. Throws NETWORK_CHANGE_DECLINED, CHAIN_NOT_SUPPORTED, CHAIN_UNSUPPORTED, SWITCH_FAILED. */
  switchNetwork(provider: WalletProvider, network: Network, signal?: AbortSignal): Promise<void>
  /** The chain the wallet is on, as CONTRACT's `chainId`. Throws CHAIN_UNSUPPORTED where the answer names no chain. */
  getChainId(provider: WalletProvider, signal?: AbortSignal): Promise<number | string>
  /** The address as the namespace's standard writes it; undefined for what is none. */
  normalizeAddress(address: string): string | undefined
}

/** A signed text, and who is said to have signed it. */
type SignedMessage = { readonly address: string; readonly message: string; readonly signature: string }

/** Whether the account signed the text, asked of this one chain where a contract has to say. Rejects where that cannot be found out. */
export type VerifySignature = (network: Network, signed: SignedMessage, context: RpcContext) => Promise<boolean>
/** What is known of a transaction that was sent from here. */
type SentTransaction = {
  readonly hash: string
  readonly from: string
  readonly nonce?: number | undefined
  /** What it does (`callMark`). */
  readonly mark?: string | undefined
  readonly lastValidBlockHeight?: number | undefined
}
/** Asks the chain once how a transaction stands. Throws RPC_UNAVAILABLE, ABORTED. */
export type OutcomeOf = (network: Network, sent: SentTransaction, context: RpcContext, signal?: AbortSignal) => Promise<Outcome>
type Tokens = readonly TokenBalance[]
type AskAssets<Answer> = (provider: WalletProvider, network: Network, address: string, signal?: AbortSignal) => Promise<Answer>

/** One namespace in the registry: `networks` is always there, `load` once the namespace has an adapter. */
export type NamespaceEntry = {
  readonly networks: () => Promise<{ readonly networks: readonly Network[] }>
  readonly load?: () => Promise<{ readonly adapter: Adapter }>
  /** Proof of signatures; without it there is no sign-in of our own in this namespace. */
  readonly verify?: () => Promise<{ readonly verifySignature: VerifySignature }>
  /** Sending, with what of the chain's own library that takes. */
  readonly transfers?: () => Promise<{ readonly transfers: Transfers }>
  /** Swaps that a service builds, read and tried out before they are offered. */
  readonly swap?: () => Promise<typeof import('./eip155-swap')>
  /** What tokens are called by themselves, where nobody else says. */
  readonly symbol?: () => Promise<typeof import('./eip155-symbol')>
  /** How a transaction that was sent from here has ended so far. */
  readonly outcome?: () => Promise<{ readonly outcomeOf: OutcomeOf }>
  /** How a batch that was sent from here has ended so far, by its wallet's word. */
  readonly batches?: () => Promise<typeof import('./eip155-batch')>
  /** What wallets themselves list of an account's tokens, where the namespace's wallets can. */
  readonly assets?: () => Promise<{
    readonly discoversAssets: AskAssets<boolean>
    readonly getAssets: AskAssets<Tokens | undefined>
  }>
  /** What a wallet says that it can do (EIP-5792), where the namespace's wallets say so. */
  readonly capabilities?: () => Promise<typeof import('./eip155-capabilities')>
  /** Names of people for addresses, where the namespace has a naming service. */
  readonly names?: () => Promise<typeof import('./eip155-names')>
}
