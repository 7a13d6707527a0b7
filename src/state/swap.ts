import { ref } from 'valtio/vanilla'
import type { CaipAddress } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { ShownChange } from './send'
import { store } from './store'

/** A token that can be swapped. */
export type SwapAsset = {
  readonly address: CaipAddress
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl: string | undefined
}

/** What a person is shown before they swap; plain facts, all of the frozen transaction. Amounts are decimal strings. */
export type SwapReview = {
  readonly amount: string
  readonly out: string
  readonly least: string
  readonly fee: string
  readonly router: string
  /** Absent: it could not be tried out. */
  readonly changes: readonly ShownChange[] | undefined
  /** What the button does: an approval comes first, or both at once. */
  readonly step: 'approve' | 'swap' | 'both'
  /** What the exchange may take once an approval of its own has been made: nothing, where the token wants that before another sum. */
  readonly allows: string
}

/** A slippage above this is warned of, and from the next on needs a tick. Percent. */
export const SLIPPAGE_WARN = 3
export const SLIPPAGE_STOP = 5
const DEFAULT_SLIPPAGE = 1

/** The form before anything is typed. */
export const emptySwap = (owner?: CaipAddress) => ({
  owner,
  tokens: ref([]) as readonly SwapAsset[],
  /** `unsupported`: nobody trades on this network. */
  tokensStatus: 'idle' as 'idle' | 'loading' | 'ready' | 'failed' | 'unsupported',
  from: undefined as CaipAddress | undefined,
  to: undefined as CaipAddress | undefined,
  /** As typed. */
  amount: '',
  /** Percent, whole: what the service takes. */
  slippage: DEFAULT_SLIPPAGE,
  slippageAccepted: false,
  /** Of the amount that is typed and no other. `at`: epoch ms. */
  quote: undefined as { amount: string; out: string; at: number } | undefined,
  quoteStatus: 'idle' as 'idle' | 'loading' | 'none' | 'failed',
  /** In US dollars, by token. */
  prices: {} as Record<string, string>,
  /** What the account has, by token, in base units, from the chain. */
  held: {} as Record<string, string>,
  /** Why that is not known: no node says it, or the chain gives the token other decimals than the list. */
  faults: {} as Record<string, 'silent' | 'misread' | undefined>,
  /** The account is a contract: its fee may be paid by others. */
  isSmart: false,
  /** What gas costs by the service, in wei. */
  gasPrice: undefined as string | undefined,
  /** The most that it may cost, in base units of the coin; known once it was tried out. */
  maxFee: undefined as string | undefined,
  status: 'editing' as 'editing' | 'preparing' | 'reviewing' | 'confirming' | 'approving',
  review: undefined as SwapReview | undefined,
  code: undefined as ErrorCode | undefined,
  help: undefined as string | undefined,
  /** The wallet would not do approval and swap as one; the person has agreed to two steps. */
  sequential: false,
})

export const swap = store(emptySwap)
