import { ref } from 'valtio/vanilla'
import type { CaipAddress } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { LoadStatus } from '../lib/load-status'
import type { SwapAsset } from '../lib/swap-asset'
import type { ShownChange } from './send'
import { store } from './store'

/** What is reviewed before a swap, all from the frozen transaction. Amounts are decimal strings. */
export type SwapReview = {
  readonly amount: string
  readonly out: string
  readonly least: string
  readonly fee: string
  readonly router: string
  /** Contracts of what is paid and of what is got, where the symbol does not tell the token from others. */
  readonly contracts: readonly [pay: string | undefined, get: string | undefined]
  /** Absent: the simulation was not possible. */
  readonly changes: readonly ShownChange[] | undefined
  /** What the button does; `both`: approval and swap at once. */
  readonly step: 'approve' | 'swap' | 'both'
  /** The allowance that a separate approval sets: zero if the token requires a reset before another sum. */
  readonly allows: string
}

/** In percent: a slippage above the first is warned of; from the second on it must be accepted. */
export const SLIPPAGE_WARN = 3
export const SLIPPAGE_STOP = 5
const DEFAULT_SLIPPAGE = 1

/** The form before anything is typed. */
export const emptySwap = (owner?: CaipAddress) => ({
  owner,
  tokens: ref([]) as readonly SwapAsset[],
  /** `unsupported`: nobody trades on this network. */
  tokensStatus: 'idle' as LoadStatus | 'unsupported',
  from: undefined as CaipAddress | undefined,
  to: undefined as CaipAddress | undefined,
  /** As typed. */
  amount: '',
  /** Whole percent, as the service requires. */
  slippage: DEFAULT_SLIPPAGE,
  slippageAccepted: false,
  /** For the typed amount only. `at`: epoch ms. */
  quote: undefined as { amount: string; out: string; at: number } | undefined,
  quoteStatus: 'idle' as 'idle' | 'loading' | 'none' | 'failed',
  /** In US dollars, by token. */
  prices: {} as Record<string, string>,
  /** The account's balances by token, in base units, from the chain. */
  held: {} as Record<string, string>,
  /** Why a balance is unknown: no node answers, or the token's decimals on the chain differ from the list's. */
  faults: {} as Record<string, 'silent' | 'misread' | undefined>,
  /** The account is a contract: its fee may be paid by others. */
  isSmart: false,
  /** The gas price by the service, in wei. */
  gasPrice: undefined as string | undefined,
  /** The highest possible fee, in base units of the coin; known after the simulation. */
  maxFee: undefined as string | undefined,
  status: 'editing' as 'editing' | 'preparing' | 'reviewing' | 'confirming' | 'approving',
  review: undefined as SwapReview | undefined,
  code: undefined as ErrorCode | undefined,
  help: undefined as string | undefined,
  /** The wallet refused to approve and swap at once; the visitor agreed to two steps. */
  sequential: false,
})

/** The swap that the visitor prepares; `owner` is the account that swaps. */
export const swap = store(emptySwap)
