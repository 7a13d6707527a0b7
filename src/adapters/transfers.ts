import type { Network } from '../lib/network'
import type { AssetChange, ReceiverWarning } from '../lib/transfer'
import type { RpcContext, WalletProvider } from './types'

/** What was typed as a receiver: an address as the namespace's standard writes it, or why it is none. */
export type AddressReading = { readonly address: string } | { readonly fault: 'shape' | 'checksum' }

/**
 * What is to be sent; `amount` in base units of the coin, or of `token` (contract or mint): here and below of what people are told of,
 * which is not what is kept where a token of Solana scales it.
 */
export type TransferOrder = {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly token?: string | undefined
}

/** Cost in base units of the coin: what it should be, the most it can be, and what is set aside for the receiver (Solana's rent). */
export type Cost = {
  readonly fee: bigint
  readonly maxFee: bigint
  readonly deposit: bigint
  /** What the account must keep of the coin unless it keeps nothing (Solana's rent exemption). */
  readonly least?: bigint
}

/** A transaction as it goes to the wallet, made once and never changed, with what a trial run of it told. */
export type Prepared = Cost & {
  /** Plain and frozen; JSON holds all of it. */
  readonly request: Readonly<Record<string, string>>
  /** Of the sender; undefined where no endpoint can try it out. */
  readonly changes: readonly AssetChange[] | undefined
  /** What comes of it, in base units: some tokens keep a part of what is sent. Undefined where nobody tells. */
  readonly arrives?: bigint | undefined
  /** After which block the transaction can no longer land (Solana). */
  readonly lastValidBlockHeight?: number
}

/** A transfer as a smart account makes it: a batch of one, whose fee the wallet alone knows. */
type PreparedCalls = Pick<Prepared, 'changes' | 'arrives'> & { readonly request: Readonly<Record<string, unknown>> }

/** How a sent transaction stands; `unknown`: its time is over and no node has seen it. */
export type Outcome = {
  readonly status: 'pending' | 'confirmed' | 'failed' | 'unknown'
  /** Of the transaction that took its place. */
  readonly hash?: string
  readonly nonce?: number
}

/** What an account has of the coin or of one token, as the chain itself says, in base units. */
type Held = { readonly units: bigint; readonly decimals: number }

/** Sending in one namespace. Everything throws ABORTED by the signal and RPC_UNAVAILABLE where no endpoint answers. */
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
  /** What is wrong with a receiver, the worst first. */
  readonly inspect: (
    network: Network,
    receiver: { readonly from: string; readonly to: string; readonly tokens: readonly string[] },
    context: RpcContext,
    signal?: AbortSignal,
  ) => Promise<readonly ReceiverWarning[]>
  /** What a transfer costs, nothing tried out. Throws FEE_UNKNOWN. */
  readonly estimate: (network: Network, order: TransferOrder, context: RpcContext, signal?: AbortSignal) => Promise<Cost>
  /** Makes the transaction and tries it out. Throws SEND_INCOMPLETE, TRANSACTION_WOULD_FAIL, FEE_UNKNOWN. */
  readonly prepare: (network: Network, order: TransferOrder, context: RpcContext, signal?: AbortSignal) => Promise<Prepared>
  /** Hands it to the wallet, once; resolves to its hash. Throws what the wallet says. */
  readonly submit: (
    network: Network,
    provider: WalletProvider,
    request: Prepared['request'],
    context: RpcContext,
  ) => Promise<string>
  /** Sending from an account that is a contract, where the namespace has such. */
  readonly smart?: {
    /** Whether an account is one, by its code. Throws RPC_UNAVAILABLE. */
    readonly isSmart: (network: Network, address: string, context: RpcContext, signal?: AbortSignal) => Promise<boolean>
    /** Makes the transfer and tries it out; undefined where the wallet takes no batches. Throws as `prepare`, but FEE_UNKNOWN. */
    readonly prepare: (
      network: Network,
      provider: WalletProvider,
      order: TransferOrder,
      context: RpcContext,
      signal?: AbortSignal,
    ) => Promise<PreparedCalls | undefined>
    /** Hands it to the wallet, once; resolves to the hash that the wallet names. Throws what the wallet says. `taken` hears its id. */
    readonly submit: (
      provider: WalletProvider,
      request: PreparedCalls['request'],
      taken?: (id: string) => void,
    ) => Promise<string>
  }
}
