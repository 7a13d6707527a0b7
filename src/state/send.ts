import type { CaipAddress } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { ReceiverWarning } from '../lib/transfer'
import { store } from './store'

/** What a transaction would change for the account; amounts are decimal strings in the main unit, negative for what leaves. */
export type ShownChange = { readonly symbol: string; readonly amount: string; readonly token: string | undefined }

/** What a person is shown before they send; plain facts, all of the frozen transaction. */
export type SendReview = {
  readonly networkId: string
  readonly symbol: string
  readonly name: string
  readonly iconUrl: string | undefined
  /** Decimal strings in the main unit. */
  readonly amount: string
  /** Where a token keeps a part of what is sent: what comes of it. */
  readonly arrives: string | undefined
  /** Absent: a smart account's, which its wallet alone knows. */
  readonly fee: string | undefined
  readonly deposit: string
  readonly to: string
  readonly toName: string | undefined
  /** Absent: it could not be tried out. */
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
  /** All that can be sent; the amount follows the fee until something is typed. */
  max: false,
  /** As typed: an address or a name. */
  receiver: '',
  receiverStatus: 'empty' as 'empty' | 'looking' | 'found' | 'shape' | 'checksum' | 'none' | 'differs' | 'failed',
  /** Where it leads; of the text in `receiver` and no other. */
  found: undefined as { address: string; name: string | undefined } | undefined,
  /** How the typed name is properly written. */
  proper: undefined as string | undefined,
  /** What is known of the receiver; `undefined` until the chain has been asked. */
  warnings: undefined as readonly ReceiverWarning[] | undefined,
  /** One that the address could be mistaken for, or that its name led to before. */
  lookAlike: undefined as string | undefined,
  /** The dangers of this address are known to the person. */
  acceptedFor: undefined as string | undefined,
  /** What the account has, from the chain. */
  held: undefined as { tokenId: string; units: string; decimals: number } | undefined,
  /** The network's coin that pays the fee, in base units, from the chain. */
  coin: undefined as string | undefined,
  heldFailed: false,
  /** The account is a contract: its fee may be paid by others, and its wallet takes batches. */
  isSmart: false,
  /** In base units of the coin. */
  cost: undefined as { fee: string; maxFee: string; deposit: string; least: string } | undefined,
  /** Why that is not known: nobody says it, or the transaction would fail. */
  costFailed: undefined as ErrorCode | undefined,
  status: 'editing' as 'editing' | 'preparing' | 'reviewing' | 'confirming',
  review: undefined as SendReview | undefined,
  /** Why the last step did not work, and what the person can do. */
  code: undefined as ErrorCode | undefined,
  help: undefined as string | undefined,
})

export const send = store(emptySend)
