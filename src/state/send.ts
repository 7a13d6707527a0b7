import type { CaipAddress } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { ReceiverWarning } from '../lib/receiver-warning'
import { store } from './store'

/** A change that a transaction would make to the account; a decimal string in the main unit, negative for what leaves. */
export type ShownChange = { readonly symbol: string; readonly amount: string; readonly token: string | undefined }

/** What is reviewed before sending, all from the frozen transaction. */
export type SendReview = {
  readonly networkId: string
  readonly symbol: string
  readonly name: string
  readonly iconUrl: string | undefined
  /** Contract or mint, where the symbol does not tell the token from others. */
  readonly token: string | undefined
  /** Decimal strings in the main unit. */
  readonly amount: string
  /** For a token that keeps a part of every transfer: the amount that arrives. */
  readonly arrives: string | undefined
  /** Absent for a smart account: its wallet knows, and others may pay it. */
  readonly fee: string | undefined
  readonly deposit: string
  readonly to: string
  readonly toName: string | undefined
  /** Absent: the simulation was not possible. */
  readonly changes: readonly ShownChange[] | undefined
}

/** The form before anything is typed. Sums are decimal strings; units are whole numbers as text. */
export const emptySend = (owner?: CaipAddress) => ({
  owner,
  /** `native` or the token's CAIP-10 id. */
  tokenId: 'native',
  /** As typed, in the token or in US dollars. */
  amount: '',
  unit: 'token' as 'token' | 'fiat',
  /** Send everything possible; the amount follows the fee until something is typed. */
  max: false,
  /** As typed: an address or a name. */
  receiver: '',
  receiverStatus: 'empty' as 'empty' | 'looking' | 'found' | 'shape' | 'checksum' | 'none' | 'differs' | 'failed',
  /** The address that `receiver` resolves to. */
  found: undefined as { address: string; name: string | undefined } | undefined,
  /** The typed name in its normalized form. */
  proper: undefined as string | undefined,
  /** Warnings about the receiver; `undefined` until the chain has been asked. */
  warnings: undefined as readonly ReceiverWarning[] | undefined,
  /** A similar address that it could be mistaken for, or the one that its name resolved to before. */
  lookAlike: undefined as string | undefined,
  /** The address whose warnings the visitor has accepted. */
  acceptedFor: undefined as string | undefined,
  /** The account's balance of the token, from the chain. */
  held: undefined as { tokenId: string; units: string; decimals: number } | undefined,
  /** The balance of the coin that pays the fee, in base units, from the chain. */
  coin: undefined as string | undefined,
  heldFailed: false,
  /** The account is a contract: its fee may be paid by others, and its wallet takes batches. */
  isSmart: false,
  /** In base units of the coin. */
  cost: undefined as { fee: string; maxFee: string; deposit: string; least: string } | undefined,
  /** Why the cost is unknown: no node answers, or the transaction would fail. */
  costFailed: undefined as ErrorCode | undefined,
  status: 'editing' as 'editing' | 'preparing' | 'reviewing' | 'confirming',
  review: undefined as SendReview | undefined,
  /** Why the last step failed, and what the visitor can do. */
  code: undefined as ErrorCode | undefined,
  help: undefined as string | undefined,
})

/** The transfer that the visitor prepares; `owner` is the account that sends. */
export const send = store(emptySend)
