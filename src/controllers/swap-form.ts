import { ref } from 'valtio/vanilla'
import { adapters } from '../adapters'
import { COIN, parseCaipAddress } from '../lib/caip'
import type { SwapAsset } from '../lib/swap-asset'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { modal, type ViewData } from '../state/modal'
import { reset } from '../state/store'
import { emptySwap, swap } from '../state/swap'
import { watchAccount } from './account-watch'
import { activeTransfers } from './active-transfers'
import { walletOf } from './connection'
import { isConfigured, loadNetworks, networkOf } from './network-list'
import { onChange } from './on-change'
import { rpcContext } from './rpc'
import { maxAmount } from './send-problem'
import { assetOf, isCoin, outOf } from './swap-assets'
import { type SwapCircumstances, swapProblem } from './swap-problem'
import { holdQuote, isUntraded, QUOTE_REFRESH_MS, readQuote, unquoted } from './swap-quotes'
import { named, readWish, type SwapWish } from './swap-wish'
import { whileVisible } from './while-visible'

/** Gas of a usual swap, until one was simulated. */
const USUAL_GAS = 150_000n

// The code that asks services loads after the form.
const convert = () => import('../api/convert')

let loading: AbortController | undefined
let wish: SwapWish | undefined
/** The view's data whose wish was taken last: coming back to the view does not take it again. */
let taken: ViewData | undefined

/** Takes a new wish of the host, to be filled in when the tokens are there; returns whether there is one. */
function takeWish(): boolean {
  const { data } = modal.top
  if (!data?.swap || data === taken) return false
  taken = data
  wish = readWish(data.swap)
  return true
}

/** What `swapProblem` needs to know beside the form. */
export function swapCircumstances({ from, to }: Pick<typeof swap, 'from' | 'to'>): SwapCircumstances {
  const source = assetOf(from)
  return {
    from: source,
    to: assetOf(to),
    coin: swap.tokens.find(isCoin),
    isCoin: source !== undefined && isCoin(source),
    fee: swap.maxFee === undefined ? usualFee() : BigInt(swap.maxFee),
    isSmartAccount: swap.isSmart || chains.active.accountType === 'smartAccount',
  }
}

/** Whether the form can be reviewed. */
export const canReviewSwap = (): boolean => swapProblem(swap, swapCircumstances(swap)) === undefined

/** Keeps the form and its quote current while it is on screen. Returns its stop. */
export function startSwap(): () => void {
  const owner = () => (chains.active.status === 'connected' ? chains.active.caipAddress : undefined)
  const stops = [
    watchAccount(),
    onChange([chains], owner, follow),
    // The host may ask for another swap while the view is open.
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
  // The list of tokens begins with those held; they may not have been read yet if a host opens this view.
  whenLoaded(import('./tokens'), ({ refreshTokens }) => refreshTokens())
  follow()
  return () => {
    for (const stop of stops) stop()
    loading?.abort()
    holdQuote()
    // The review that is being prepared must not open any more.
    if (swap.status === 'preparing') swap.status = 'editing'
  }
}

function follow(): void {
  const owner = chains.active.caipAddress
  if (swap.owner !== owner) {
    const { amount, slippage, from, to, tokens } = swap
    const isHere = swap.owner && parseCaipAddress(swap.owner).networkId === chains.active.networkId
    // On another network an amount of the coin means the same, one of a token does not.
    const isSame = from?.toLowerCase().endsWith(`:${COIN}`)
    holdQuote()
    reset(swap, { ...emptySwap(owner), slippage, ...(isHere ? { tokens, from, to, amount } : isSame && { amount }) })
  }
  takeWish()
  void loadSwapTokens()
}

/** Loads the tokens that can be swapped on the active network. */
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
    swap.tokensStatus = isUntraded(cause) ? 'unsupported' : 'failed'
  }
}

/** Chooses both tokens: what the host asked for, else what was chosen before, else the coin as the source. */
function choose(tokens: readonly SwapAsset[]): void {
  const given = () => [swap.from, swap.to, swap.amount].join()
  const [from, to, before] = [named(tokens, wish?.fromToken), named(tokens, wish?.toToken), given()]
  // What stands in for a token that is gone is worth something else.
  if (swap.from && !assetOf(swap.from)) Object.assign(swap, { amount: '', ...unquoted })
  swap.from = from ?? assetOf(swap.from)?.address
  swap.to = to ?? assetOf(swap.to)?.address
  // The host's choice stays; the one that it collides with is cleared.
  if (swap.to === swap.from) swap[to && !from ? 'from' : 'to'] = undefined
  const coin = (tokens.find(isCoin) ?? tokens[0])?.address
  if (coin !== swap.to) swap.from ??= coin
  // The amount is meant for the token that the host named.
  if (wish?.amount !== undefined && swap.from && !from === !wish.fromToken) swap.amount = wish.amount
  // What is asked for once more keeps its quote.
  if (wish && given() !== before) Object.assign(swap, unquoted)
  wish = undefined
}

/** Reads the gas price and adjusts the highest possible fee of a simulated swap to it. */
export async function readGasPrice(signal?: AbortSignal): Promise<void> {
  const { networkId } = chains.active
  if (!networkId) return
  // Without it the form shows no fee; the review has its own.
  const price = await convert()
    .then(({ getGasPrice }) => getGasPrice({ networkId }, { signal }))
    .catch(() => undefined)
  if (!price || signal?.aborted) return
  const before = BigInt(swap.gasPrice ?? 0)
  if (swap.maxFee && before) swap.maxFee = `${(BigInt(swap.maxFee) * BigInt(price.standard)) / before}`
  swap.gasPrice = price.standard
}

/** Takes what is typed in the amount field. */
export function typeSwapAmount(text: string): void {
  Object.assign(swap, { amount: text, ...unquoted })
  readQuote()
}

/** Exchanges source and target; the quoted output becomes the amount. */
export function turnSwap(): void {
  const out = outOf(swap)
  Object.assign(swap, { from: swap.to, to: swap.from, ...unquoted })
  if (out !== undefined) swap.amount = out
  readPair()
}

/**
 * Fills in the whole balance; for the coin less 1.25 times the highest possible fee, or until a swap was simulated twice the usual one.
 * Nothing is held back of a contract's, whose fee others may pay.
 */
export function pickSwapMax(): void {
  const asset = assetOf(swap.from)
  const units = asset && swap.held[asset.address]
  if (!asset || units === undefined) return
  const most = BigInt(swap.maxFee ?? 2n * (usualFee() ?? 0n))
  const { isCoin, isSmartAccount } = swapCircumstances(swap)
  const reserved = isCoin && !isSmartAccount ? (most * 5n) / 4n : 0n
  typeSwapAmount(maxAmount({ units: BigInt(units), decimals: asset.decimals }, reserved))
}

/** The fee of a usual swap in base units of the coin, by the service's gas price; undefined while it is not known. */
export const usualFee = (): bigint | undefined => (swap.gasPrice === undefined ? undefined : USUAL_GAS * BigInt(swap.gasPrice))

/** Reads the balances of both tokens and of the coin, and a quote. */
export function readPair(pauseMs?: number): void {
  for (const asset of new Set([assetOf(swap.from), assetOf(swap.to), swap.tokens.find(isCoin)])) if (asset) void readHeld(asset)
  readQuote(pauseMs)
}

const maybe = <Value>(asked: Promise<Value>) => asked.catch(() => undefined)

/** Reads balance and price of an asset; notes a fault where the chain does not answer or has other decimals than the list. */
export async function readHeld(asset: SwapAsset): Promise<void> {
  const owner = chains.active.caipAddress
  if (!owner) return
  const { networkId, address } = parseCaipAddress(owner)
  const network = networkOf(networkId)
  const token = isCoin(asset) ? undefined : parseCaipAddress(asset.address).address
  const context = rpcContext(network)
  const asking = activeTransfers()
  // Once for all that are read together, and the wallet only the first time: a phone may announce each request.
  const wallet = swap.held[asset.address] ? undefined : () => walletOf(chains.activeNamespace)
  const isAsked = asset === (swap.tokens.find(isCoin) ?? asset)
  const [held, isSmart, price] = await Promise.all([
    maybe(asking.then((each) => each?.held(network, address, token, context))),
    isAsked ? maybe(asking.then((each) => each?.smart?.isSmart(network, address, context, undefined, wallet))) : undefined,
    maybe(convert().then(({ getPrice }) => getPrice(networkId, asset.address))),
  ])
  if (owner !== chains.active.caipAddress || swap.owner !== owner) return
  if (isSmart) swap.isSmart = true
  // With wrong decimals in the list every amount would be wrong: such a token is not traded.
  const fault = !held ? 'silent' : held.decimals === asset.decimals ? undefined : 'misread'
  swap.faults = { ...swap.faults, [asset.address]: fault }
  if (held && !fault) swap.held = { ...swap.held, [asset.address]: held.units.toString() }
  if (fault === 'misread') readQuote(0)
  if (price !== undefined) swap.prices = { ...swap.prices, [asset.address]: price }
}

/** Whether swaps are possible in the active namespace at all. */
export const canSwap = (): boolean => adapters[chains.activeNamespace]?.swap !== undefined

/** Shows that the code of the review did not load; asking for the review again loads it again. */
export const failSwapReview = (): void => void Object.assign(swap, { code: 'VIEW_UNAVAILABLE', help: undefined })
