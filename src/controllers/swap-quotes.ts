import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { swap } from '../state/swap'
import { swapUnits } from './swap-assets'

/** A quote is requested when typing has paused this long. */
const QUOTE_PAUSE_MS = 200
/** While the form is on screen its quote, balances and prices are renewed this often. */
export const QUOTE_REFRESH_MS = 10_000
/** An older quote is renewed before anything is sent. */
export const QUOTE_LIFE_MS = 30_000

// The code that asks services loads after the form.
const convert = () => import('../api/convert')

/** Clears the quote and the fee, which only hold for the form they were read for. */
export const unquoted = { quote: undefined, quoteStatus: 'idle', code: undefined, maxFee: undefined } as const
const untraded = { quote: undefined, quoteStatus: 'none' } as const

let quoting: AbortController | undefined

/** Requests a quote when typing has paused; cancels the request before. */
export function readQuote(pauseMs = QUOTE_PAUSE_MS): void {
  const signal = holdQuote()
  const units = swapUnits()
  if (!units || !swap.from || !swap.to) return
  setTimeout(() => void (signal.aborted || askQuote(signal)), pauseMs)
}

/** Cancels the request for a quote, so that the present one stays. Returns the signal for the next. */
export function holdQuote(): AbortSignal {
  quoting?.abort()
  quoting = new AbortController()
  return quoting.signal
}

/** Requests a quote at once; resolves when it is there or has failed. */
export const renewQuote = (): Promise<void> => askQuote(holdQuote())

async function askQuote(signal: AbortSignal): Promise<void> {
  const { from, to } = swap
  const { caipAddress: user, networkId } = chains.active
  const units = swapUnits()
  if (!units || !from || !to || !user || !networkId) return
  if ([from, to].some((each) => swap.faults[each] === 'misread')) return void Object.assign(swap, untraded)
  if (!swap.quote) swap.quoteStatus = 'loading'
  const amount = units.toString()
  const wanted = { networkId, from, to, amount, user, gasPrice: swap.gasPrice }
  const answer = await convert()
    .then(({ getQuotes }) => getQuotes(wanted, { signal }))
    .catch((cause: unknown) => (isUntraded(cause) ? { quotes: [] } : undefined))
  if (signal.aborted) return
  if (!answer) return void Object.assign(swap, { quoteStatus: 'failed' })
  const found = answer.quotes.find(
    (each) => sameToken(each.fromAccount, from) && sameToken(each.toAccount, to) && each.fromAmount === amount,
  )
  const quote = found && found.toAmount !== '0' && { amount, out: found.toAmount, at: Date.now() }
  Object.assign(swap, quote ? { quote, quoteStatus: 'idle' } : untraded)
}

/** Whether the service does not trade on this network, or not this pair. */
export const isUntraded = (cause: unknown): boolean =>
  cause instanceof WalletError && ['SWAP_NETWORK_UNSUPPORTED', 'API_REFUSED'].includes(cause.code)

const sameToken = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
