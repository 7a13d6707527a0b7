import type { AssetChange } from '../lib/asset-change'
import type { Network } from '../lib/network'
import type { ReceiverWarning } from '../lib/receiver-warning'
import type { RpcContext, WalletProvider } from './types'

/** A typed receiver: an address in the namespace's standard form, or why it is invalid. */
export type AddressReading = { readonly address: string } | { readonly fault: 'shape' | 'checksum' }

/**
 * What is to be sent; `amount` in base units of the coin or of `token` (contract or mint). Here and below, for a scaled token on
 * Solana, these are the units that are displayed, not those that are stored.
 */
export type TransferOrder = {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly token?: string | undefined
}

/** Cost in base units of the coin: the expected fee, the maximum, and the deposit for the receiver (Solana's rent). */
export type Cost = {
  readonly fee: bigint
  readonly maxFee: bigint
  readonly deposit: bigint
  /** The least that the account must keep unless it is emptied (Solana's rent exemption). */
  readonly least?: bigint
}

/** A transaction exactly as sent to the wallet, frozen, with the result of its simulation. */
export type Prepared = Cost & {
  /** Plain and frozen; JSON holds all of it. */
  readonly request: Readonly<Record<string, string>>
  /** Changes of the sender's assets; undefined if no endpoint can simulate it. */
  readonly changes: readonly AssetChange[] | undefined
  /** The amount that arrives, in base units: some tokens keep a part. Undefined if unknown. */
  readonly arrives?: bigint | undefined
  /** The last block in which the transaction can land (Solana). */
  readonly lastValidBlockHeight?: number
}

/** A transfer of a smart account: a batch of one, whose fee only the wallet knows. */
type PreparedCalls = Pick<Prepared, 'changes' | 'arrives'> & { readonly request: Readonly<Record<string, unknown>> }

/** The status of a sent transaction; `unknown`: it can no longer land and no node has seen it. */
export type Outcome = {
  readonly status: 'pending' | 'confirmed' | 'failed' | 'unknown'
  /** Of the transaction that took its place. */
  readonly hash?: string
  readonly nonce?: number
}

/** A transaction sent from here. */
type SentTransaction = {
  readonly hash: string
  readonly from: string
  readonly nonce?: number | undefined
  /** What it does (`callMark`). */
  readonly call?: string | undefined
  readonly lastValidBlockHeight?: number | undefined
}
/** Asks the chain once for a transaction's status. Throws RPC_UNAVAILABLE, ABORTED. */
export type OutcomeOf = (network: Network, sent: SentTransaction, context: RpcContext, signal?: AbortSignal) => Promise<Outcome>

/** An account's balance of the coin or a token, from the chain, in base units. */
type Held = { readonly units: bigint; readonly decimals: number }

/** Sending in one namespace. Everything throws ABORTED by the signal and RPC_UNAVAILABLE if no endpoint answers. */
export type Transfers = {
  readonly readAddress: (text: string) => AddressReading
  /** Read from the chain: a service that misplaces the decimal point must not move money. Throws RPC_UNAVAILABLE. */
  readonly held: (
    network: Network,
    owner: string,
    token: string | undefined,
    context: RpcContext,
    signal?: AbortSignal,
  ) => Promise<Held>
  /** Warnings about a receiver, the worst first. */
  readonly inspect: (
    network: Network,
    receiver: { readonly from: string; readonly to: string; readonly tokens: readonly string[] },
    context: RpcContext,
    signal?: AbortSignal,
  ) => Promise<readonly ReceiverWarning[]>
  /** The cost of a transfer, without a simulation. Throws FEE_UNKNOWN. */
  readonly estimate: (network: Network, order: TransferOrder, context: RpcContext, signal?: AbortSignal) => Promise<Cost>
  /** Prepares and simulates the transaction. Throws SEND_INCOMPLETE, TRANSACTION_WOULD_FAIL, FEE_UNKNOWN. */
  readonly prepare: (network: Network, order: TransferOrder, context: RpcContext, signal?: AbortSignal) => Promise<Prepared>
  /** Sends it to the wallet, without retries; resolves to its hash. Throws the wallet's error. */
  readonly submit: (
    network: Network,
    provider: WalletProvider,
    request: Prepared['request'],
    context: RpcContext,
  ) => Promise<string>
  /** Sending from smart accounts, if the namespace has them. */
  readonly smart?: {
    /**
     * Whether an account is a contract, by its code; with `wallet` also one without coins that will be a contract with its first
     * transaction, as its wallet says. Throws RPC_UNAVAILABLE.
     */
    readonly isSmart: (
      network: Network,
      address: string,
      context: RpcContext,
      signal?: AbortSignal,
      wallet?: () => WalletProvider,
    ) => Promise<boolean>
    /** Prepares and simulates the transfer; undefined if the wallet takes no batches. Throws as `prepare`, except FEE_UNKNOWN. */
    readonly prepare: (
      network: Network,
      provider: WalletProvider,
      order: TransferOrder,
      context: RpcContext,
      signal?: AbortSignal,
    ) => Promise<PreparedCalls | undefined>
    /** Sends it to the wallet, without retries; resolves to the hash by the wallet. Throws the wallet's error. `taken` receives its id. */
    readonly submit: (
      provider: WalletProvider,
      request: PreparedCalls['request'],
      taken?: (id: string) => void,
    ) => Promise<string>
  }
}
