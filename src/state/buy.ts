import type { CaipAddress } from '../lib/caip'
import { fallbackPayment, fallbackPurchase } from '../lib/onramp'
import { store } from './store'

/** What a purchase costs; decimal strings, empty if unknown. */
type BuyQuote = { readonly fee: string; readonly total: string; readonly bought: string }

/** Another seller, what it gives for the sum, and its code for the coin on the account's network. */
type BuyOffer = BuyQuote & { readonly seller: string; readonly name: string; readonly code: string }

/** The form before anything is chosen. Sums are decimal strings. */
export const emptyBuy = (owner?: CaipAddress) => ({
  owner,
  optionsStatus: 'idle' as 'idle' | 'loading' | 'ready' | 'fallback',
  payments: [...fallbackPayment],
  purchases: [...fallbackPurchase],
  /** ISO 4217 and the symbol of what is bought. */
  payment: 'USD',
  purchase: undefined as string | undefined,
  method: 'card',
  /** As typed, in the payment currency. */
  amount: '100',
  quote: undefined as BuyQuote | undefined,
  /** Offers of the other sellers, best first. */
  offers: [] as readonly BuyOffer[],
  /** `failed`: the offers for this sum could not be loaded; `silent`: the service did not answer. */
  offersStatus: 'idle' as 'idle' | 'failed' | 'silent',
  /** Host of the first seller's payment page; the service gives it no other name. */
  firstHost: undefined as string | undefined,
  /** One of `offers`; undefined: the first seller, whose quote is `quote`. */
  seller: undefined as string | undefined,
  quoteStatus: 'idle' as 'idle' | 'loading' | 'failed',
  /** The payment page; checked, safe to open. */
  url: undefined as string | undefined,
  urlStatus: 'idle' as 'idle' | 'loading' | 'failed' | 'silent',
  /** Epoch ms at which the payment page was opened, and for whom. */
  startedAt: 0,
  buyer: undefined as CaipAddress | undefined,
  /** Ids of earlier purchases. */
  earlier: undefined as readonly string[] | undefined,
  /** Epoch ms since when its outcome is awaited. */
  waitingSince: 0,
  /** `untold`: the seller does not report the outcome. Initially `late`: nothing is awaited before a purchase. */
  progress: 'late' as 'waiting' | 'untold' | 'processing' | 'done' | 'failed' | 'late',
  bought: undefined as { amount: string; symbol: string } | undefined,
})

/** The purchase that the visitor prepares, and its outcome; `owner` is the account that it is for. */
export const buy = store(emptyBuy)
