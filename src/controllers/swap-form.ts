import { ref } from 'valtio/vanilla'
import { adapters } from '../adapters'
import { COIN, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { formatUnits, isDecimal, parseUnits } from '../lib/format'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { modal, type ViewData } from '../state/modal'
import { reset } from '../state/store'
import { emptySwap, type SwapAsset, swap } from '../state/swap'
import { watchAccount } from './account-watch'
import { activeTransfers } from './active-transfers'
import { isConfigured, loadNetworks, networkOf } from './network-list'
import { onChange } from './on-change'
import { rpcContext } from './rpc'
import { maxAmount } from './send-problem'
import { type SwapCircumstances, swapProblem } from './swap-problem'
import { whileVisible } from './while-visible'

/** A quote is asked for when nobody has typed for so long, and then this often, with what is held and what it is worth. */
const QUOTE_PAUSE_MS = 200
export const QUOTE_REFRESH_MS = 10_000
/** An older one is asked for again before anything is sent. */
export const QUOTE_LIFE_MS = 30_000
/** What a swap takes, before one has been tried. */
const USUAL_GAS = 150_000n

// What asks services loads behind the form.
const convert = () => import('../api/convert')

/** A quote is of what it was asked for, and so is what a swap costs. */
export const unquoted = { quote: undefined, quoteStatus: 'idle', code: undefined, maxFee: undefined } as const
const untraded = { quote: undefined, quoteStatus: 'none' } as const

let loading: AbortController | undefined
let quoting: AbortController | undefined

/** What the host asked for: symbols, and an amount of the first. */
type SwapWish = { readonly [K in 'fromToken' | 'toToken' | 'amount']: string | undefined }
let wish: SwapWish | undefined
/** What the view was opened with when the host last asked: coming back to it fills in nothing. */
let taken: ViewData | undefined

/** Fills the form when its tokens are there; false where nothing new is asked for. Anything but three short texts is nothing. */
function takeWish(): boolean {
  const { data } = modal.top
  if (!data?.swap || data === taken) return false
  taken = data
  const { fromToken, toToken, amount } = data.swap as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' && value.length <= 100 ? value : undefined)
  const typed = text(typeof amount === 'number' ? String(amount) : amount)
  wish = { fromToken: text(fromToken), toToken: text(toToken), amount: isDecimal(typed) ? typed : undefined }
  return true
}

/** One of the tokens that can be swapped. */
export const assetOf = (address: string | undefined): SwapAsset | undefined =>
  address === undefined ? undefined : swap.tokens.find((each) => each.address === address)

/** Whether an asset is the network's coin. */
export const isCoin = ({ address }: Pick<SwapAsset, 'address'>): boolean => address.toLowerCase().endsWith(COIN)

/** What a form is judged by beside itself. */
export function swapCircumstances({ from, to }: Pick<typeof swap, 'from' | 'to'>): SwapCircumstances {
  const source = assetOf(from)
  return {
    ...{ from: source, to: assetOf(to), coin: swap.tokens.find(isCoin), isCoin: source !== undefined && isCoin(source) },
    ...{
      fee: swap.maxFee === undefined ? usualFee() : BigInt(swap.maxFee),
      isSmartAccount: swap.isSmart || chains.active.accountType === 'smartAccount',
    },
  }
}

/** Whether nothing stands between the form and its review. */
export const canReviewSwap = (): boolean => swapProblem(swap, swapCircumstances(swap)) === undefined

/** While the form is on screen it follows the account, and its quote is renewed. Returns its stop. */
export function startSwap(): () => void {
  const owner = () => (chains.active.status === 'connected' ? chains.active.caipAddress : undefined)
  const stops = [
    watchAccount(),
    onChange([chains], owner, follow),
    // Asked for again while it is open.
    onChange(
      [modal],
      () => modal.top.data,
      () => takeWish() && void loadSwapTokens(),
    ),
    whileVisible(QUOTE_REFRESH_MS, () => {
      if (swap.status !== 'editing' || !swap.quote) return
      void readGasPrice(loading?.signal)
      readPair(0)
    }),
  ]
  // What one has stands first in the list of tokens, also where a host opens this view and no account was looked at.
  whenLoaded(import('./tokens'), ({ refreshTokens }) => refreshTokens())
  follow()
  return () => {
    for (const stop of stops) stop()
    loading?.abort()
    quoting?.abort()
    // Whoever has left is not led to what was being prepared.
    if (swap.status === 'preparing') swap.status = 'editing'
  }
}

function follow(): void {
  const owner = chains.active.caipAddress
  if (swap.owner !== owner) {
    const { amount, slippage, from } = swap
    // A sum of a token would become one of coins, which is something else.
    const isSame = from?.toLowerCase().endsWith(`:${COIN}`)
    reset(swap, { ...emptySwap(owner), slippage, ...(isSame && { amount }) })
  }
  takeWish()
  void loadSwapTokens()
}

/** Loads what can be swapped on the active network. */
export async function loadSwapTokens(): Promise<void> {
  const { networkId } = chains.active
  loading?.abort()
  if (!networkId) return
  if (!isConfigured(networkId)) return void Object.assign(swap, { tokensStatus: 'unsupported' })
  const own = new AbortController()
  loading = own
  if (swap.tokens.length === 0) swap.tokensStatus = 'loading'
  try {
    await loadNetworks()
    const { getSwapTokens } = await convert()
    const { tokens } = await getSwapTokens({ networkId }, { signal: own.signal })
    if (own.signal.aborted) return
    const ours = tokens.filter(({ address }) => parseCaipAddress(address).networkId === networkId)
    Object.assign(swap, { tokens: ref(ours), tokensStatus: ours.length > 1 ? 'ready' : 'unsupported' })
    choose(ours)
    void readGasPrice(own.signal)
    readPair()
  } catch (cause) {
    if (own.signal.aborted) return
    swap.tokensStatus = isRefused(cause) ? 'unsupported' : 'failed'
  }
}

/** What the host asked for, else what was chosen before, else the coin. */
function choose(tokens: readonly SwapAsset[]): void {
  const bySymbol = (symbol: string | undefined) =>
    tokens.find((each) => each.symbol.toLowerCase() === symbol?.toLowerCase())?.address
  const [from, to] = [bySymbol(wish?.fromToken), bySymbol(wish?.toToken)]
  swap.from = from ?? assetOf(swap.from)?.address
  swap.to = to ?? assetOf(swap.to)?.address
  // What the host names goes before what stood there.
  if (swap.to === swap.from) swap[to && !from ? 'from' : 'to'] = undefined
  const coin = (tokens.find(isCoin) ?? tokens[0])?.address
  if (coin !== swap.to) swap.from ??= coin
  // Of another token it would be another sum.
  if (wish?.amount !== undefined && swap.from && !from === !wish.fromToken) swap.amount = wish.amount
  // A quote of what was there before.
  if (wish) Object.assign(swap, unquoted)
  wish = undefined
}

/** Reads what gas costs now; the most that a swap may cost, once it was tried out, moves with it. */
export async function readGasPrice(signal?: AbortSignal): Promise<void> {
  const { networkId } = chains.active
  if (!networkId) return
  // Without it the fee is told when the transaction is made; the review never does without.
  const price = await convert()
    .then(({ getGasPrice }) => getGasPrice({ networkId }, { signal }))
    .catch(() => undefined)
  if (!price || signal?.aborted) return
  const before = BigInt(swap.gasPrice ?? 0)
  if (swap.maxFee && before) swap.maxFee = `${(BigInt(swap.maxFee) * BigInt(price.standard)) / before}`
  swap.gasPrice = price.standard
}

/** Takes what is typed, as the field reads it. */
export function typeSwapAmount(text: string): void {
  Object.assign(swap, { amount: text, ...unquoted })
  readQuote()
}

/** What one would get becomes what one gives. */
export function turnSwap(): void {
  const out = outOf(swap)
  Object.assign(swap, { from: swap.to, to: swap.from, ...unquoted })
  if (out !== undefined) swap.amount = out
  readPair()
}

/** Everything there is; of the coin without the most that the swap may cost, and a quarter more: until one was tried out, twice the usual. */
export function pickSwapMax(): void {
  const asset = assetOf(swap.from)
  const units = asset && swap.held[asset.address]
  if (!asset || units === undefined) return
  const most = BigInt(swap.maxFee ?? 2n * (usualFee() ?? 0n))
  const reserved = isCoin(asset) ? (most * 5n) / 4n : 0n
  typeSwapAmount(maxAmount({ units: BigInt(units), decimals: asset.decimals }, reserved))
}

/** What one gets by the quote, decimal string; undefined while it is not known. */
export function outOf({ quote, to }: Pick<typeof swap, 'quote' | 'to'>): string | undefined {
  const asset = assetOf(to)
  return quote && asset && formatUnits(BigInt(quote.out), asset.decimals)
}

/** What is typed, in base units of the source; undefined unless it is exact. */
export function swapUnits(): bigint | undefined {
  const from = assetOf(swap.from)
  return from && parseUnits(swap.amount, from.decimals)
}

/** The fee of a usual swap in base units of the coin, by the service's gas price; undefined while it is not known. */
export const usualFee = (): bigint | undefined => (swap.gasPrice === undefined ? undefined : USUAL_GAS * BigInt(swap.gasPrice))

/** What is held of both, and of the coin, and what one brings of the other. */
export function readPair(pauseMs?: number): void {
  for (const asset of new Set([assetOf(swap.from), assetOf(swap.to), swap.tokens.find(isCoin)])) if (asset) void readHeld(asset)
  readQuote(pauseMs)
}

/** Reads what is held of an asset, where the chain gives it as many decimals as the list, and what it costs. */
export async function readHeld(asset: SwapAsset): Promise<void> {
  const owner = chains.active.caipAddress
  if (!owner) return
  const { networkId, address } = parseCaipAddress(owner)
  const network = networkOf(networkId)
  const token = isCoin(asset) ? undefined : parseCaipAddress(asset.address).address
  const context = rpcContext(network)
  const asking = activeTransfers()
  const [held, isSmart, price] = await Promise.all([
    asking.then((transfers) => transfers?.held(network, address, token, context)).catch(() => undefined),
    asking.then((transfers) => transfers?.smart?.isSmart(network, address, context)).catch(() => undefined),
    convert()
      .then(({ getPrice }) => getPrice(networkId, asset.address))
      .catch(() => undefined),
  ])
  if (owner !== chains.active.caipAddress || swap.owner !== owner) return
  if (isSmart !== undefined) swap.isSmart = isSmart
  // A list that misplaces the decimal point is not traded by.
  const fault = !held ? 'silent' : held.decimals === asset.decimals ? undefined : 'misread'
  swap.faults = { ...swap.faults, [asset.address]: fault }
  if (held && !fault) swap.held = { ...swap.held, [asset.address]: held.units.toString() }
  if (fault === 'misread') readQuote(0)
  if (price !== undefined) swap.prices = { ...swap.prices, [asset.address]: price }
}

/** Asks for a quote when typing has paused; the one before is given up. */
export function readQuote(pauseMs = QUOTE_PAUSE_MS): void {
  const signal = holdQuote()
  const units = swapUnits()
  if (!units || !swap.from || !swap.to) return
  setTimeout(() => void (signal.aborted || askQuote(signal)), pauseMs)
}

/** Gives up a quote that is on its way: what is looked at is of the one before. Returns the signal for the next. */
export function holdQuote(): AbortSignal {
  quoting?.abort()
  quoting = new AbortController()
  return quoting.signal
}

/** Asks for a quote now; resolves when there is one, or nobody gives one. */
export const renewQuote = (): Promise<void> => askQuote(holdQuote())

async function askQuote(signal: AbortSignal): Promise<void> {
  const { from, to } = swap
  const [units, user, networkId] = [swapUnits(), chains.active.caipAddress, chains.active.networkId]
  if (!units || !from || !to || !user || !networkId) return
  if ([from, to].some((each) => swap.faults[each] === 'misread')) return void Object.assign(swap, untraded)
  if (!swap.quote) swap.quoteStatus = 'loading'
  const amount = units.toString()
  const wanted = { networkId, from, to, amount, user, gasPrice: swap.gasPrice }
  const answer = await convert()
    .then(({ getQuotes }) => getQuotes(wanted, { signal }))
    .catch((cause: unknown) => (isRefused(cause) ? { quotes: [] } : undefined))
  if (signal.aborted) return
  if (!answer) return void Object.assign(swap, { quoteStatus: 'failed' })
  const found = answer.quotes.find(
    (each) => sameToken(each.fromAccount, from) && sameToken(each.toAccount, to) && each.fromAmount === amount,
  )
  const quote = found && found.toAmount !== '0' && { amount, out: found.toAmount, at: Date.now() }
  Object.assign(swap, quote ? { quote, quoteStatus: 'idle' } : untraded)
}

/** Nobody trades here, or not this. */
const isRefused = (cause: unknown) =>
  cause instanceof WalletError && ['SWAP_NETWORK_UNSUPPORTED', 'API_REFUSED'].includes(cause.code)

const sameToken = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Whether swaps are possible in the active namespace at all. */
export const canSwap = (): boolean => adapters[chains.activeNamespace]?.swap !== undefined

/** What makes transactions did not load: it is told, and asked for again by whoever asks for the review again. */
export const failSwapReview = (): void => void Object.assign(swap, { code: 'VIEW_UNAVAILABLE', help: undefined })
