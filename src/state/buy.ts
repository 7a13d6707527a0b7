import type { CaipAddress } from '../lib/caip'
import { fallbackPayment, fallbackPurchase } from '../lib/onramp'
import { store } from './store'

/** What a purchase costs; decimal strings, empty where nobody says. */
type BuyQuote = { readonly fee: string; readonly total: string; readonly bought: string }

/** A seller besides the first one, what it gives for the sum, and by which code it delivers that on the account's network. */
type BuyOffer = BuyQuote & { readonly seller: string; readonly name: string; readonly code: string }

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
  /** Of other sellers, the best first. */
  offers: [] as readonly BuyOffer[],
  /** `failed`, and `silent` where nobody could be asked: what they give for this sum is not on its way. */
  offersStatus: 'idle' as 'idle' | 'failed' | 'silent',
  /** Where the first seller is paid; the service names it no other way. */
  firstHost: undefined as string | undefined,
  /** One of `offers`; undefined: the first seller, whose quote is `quote`. */
  seller: undefined as string | undefined,
  quoteStatus: 'idle' as 'idle' | 'loading' | 'failed',
  /** Where to pay: checked, may be opened. */
  url: undefined as string | undefined,
  urlStatus: 'idle' as 'idle' | 'loading' | 'failed' | 'silent',
  /** Epoch ms at which the payment page was opened, and for whom. */
  startedAt: 0,
  buyer: undefined as CaipAddress | undefined,
  /** Ids of purchases that were there before. */
  earlier: undefined as readonly string[] | undefined,
  /** Epoch ms since which its outcome is waited for. */
  waitingSince: 0,
  /** `untold`: its seller tells nobody how it stands. Before anything is bought there is nothing to wait for. */
  progress: 'late' as 'waiting' | 'untold' | 'processing' | 'done' | 'failed' | 'late',
  bought: undefined as { amount: string; symbol: string } | undefined,
})

export const buy = store(emptyBuy)
