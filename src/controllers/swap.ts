import { adapters } from '../adapters'
import type { NamespaceEntry } from '../adapters/types'
import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { compareDecimals } from '../lib/decimal'
import { type ErrorCode, WalletError } from '../lib/errors'
import { formatUnits } from '../lib/format'
import '../lib/money-errors'
import { callMark } from '../lib/pending-transaction'
import { toWalletError } from '../lib/rpc-errors'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import type { ShownChange } from '../state/send'
import { reset } from '../state/store'
import { emptySwap, type SwapAsset, swap } from '../state/swap'
import { action } from './action'
import { walletOf } from './connection'
import { dropReview } from './drop-review'
import { inOurWords } from './in-our-words'
import { goBack, navigate, resetView } from './modal'
import { networkOf } from './network-list'
import { onChange } from './on-change'
import { report, tellInPlace } from './report'
import { rpcContext } from './rpc'
import { type Submission, sayStarted, sender, submit } from './submission'
import {
  assetOf,
  canReviewSwap,
  holdQuote,
  isCoin,
  QUOTE_LIFE_MS,
  readGasPrice,
  readHeld,
  readQuote,
  renewQuote,
  swapCircumstances,
  swapUnits,
  typeSwapAmount,
  usualFee,
} from './swap-form'
import { underWay } from './under-way'
import { whenKnown, whenMined } from './when-known'

/** What the review shows; kept outside the store, so that nothing can change it. */
type Frozen = { readonly submission: Submission; readonly at: number; readonly given: string }
let frozen: Frozen | undefined
let preparing: AbortController | undefined
let round = 0

type Swapper = Awaited<ReturnType<NonNullable<NamespaceEntry['swap']>>>
async function swapper(): Promise<Swapper> {
  const loaded = await adapters[chains.activeNamespace]?.swap?.()
  if (!loaded) throw new WalletError('SWAP_NETWORK_UNSUPPORTED')
  return loaded
}

/** Has the swap built, decodes it, compares it with the quote, simulates it and opens the review; the wallet is not asked for anything. */
export async function reviewSwap(): Promise<void> {
  if (swap.status !== 'editing' || !canReviewSwap()) return
  preparing?.abort()
  const own = new AbortController()
  preparing = own
  holdQuote()
  Object.assign(swap, { status: 'preparing', code: undefined, help: undefined })
  const isOver = () => own.signal.aborted || swap.status !== 'preparing'
  try {
    await prepare(own.signal)
    if (isOver()) return
    swap.status = 'reviewing'
    navigate('SwapReview')
    // If the same approval is still under way, go on with it instead of paying for another.
    if (frozen && underWay(frozen.submission)) void confirmSwap()
  } catch (cause) {
    if (isOver()) return
    const error = toWalletError(cause, 'API_UNAVAILABLE')
    Object.assign(swap, { status: 'editing', code: error.code, help: error.help })
    tellInPlace(error)
    report(error)
    if (error.code === 'PRICE_CHANGED') readQuote(0)
  }
}

/** `awaited`: the allowance that an approval has just set (all of the amount, or none); a node that has another one is behind. */
async function prepare(signal: AbortSignal, awaited?: 'all' | 'none'): Promise<void> {
  const [own, from, to, units, { quote, slippage }] = [sender(), assetOf(swap.from), assetOf(swap.to), swapUnits(), swap]
  const typed = filled()
  if (!own || !from || !to || !units || !quote || quote.amount !== units.toString()) throw new WalletError('PRICE_CHANGED')
  // The output is shown by the list's decimals; readHeld compares them with the chain's.
  if (swap.held[to.address] === undefined) await readHeld(to)
  if (swap.held[to.address] === undefined) throw new WalletError('SWAP_UNVERIFIED')
  const { networkId, address } = parseCaipAddress(own.owner)
  const network = networkOf(networkId)
  const context = rpcContext(network)
  const [lib, { buildApproval, buildSwap, getAllowance }] = await Promise.all([swapper(), import('../api/convert')])
  const pair = { networkId, from: from.address, to: to.address, amount: units.toString(), user: own.owner }
  const [{ allowance: told }, { tx: built }] = await Promise.all([
    isCoin(from)
      ? { allowance: units.toString() }
      : getAllowance({ networkId, token: from.address, user: own.owner }, { signal }),
    buildSwap({ ...pair, slippage }, { signal }),
    readGasPrice(signal),
  ])
  // Beyond the allowed slippage the person has to see the new price.
  const floor = (BigInt(quote.out) * BigInt(100 - slippage)) / 100n
  if (BigInt(built.amount) < floor || Date.now() - quote.at > QUOTE_LIFE_MS) throw new WalletError('PRICE_CHANGED')
  const order = {
    ...{ networkId, user: address.toLowerCase(), from: plain(from), to: plain(to), amount: units },
    // One unit for the service's rounding.
    least: (BigInt(built.amount) * BigInt(100 - slippage)) / 100n - 1n,
  }
  // The chain's allowance counts; the service's may be old, as just after an approval, and is used only where no node answers.
  const known = isCoin(from) ? undefined : await lib.allowanceOf(network, order, built.to, context, signal)
  if (awaited && known !== undefined && (awaited === 'all' ? known < units : known > 0n))
    throw new WalletError('TRANSACTION_WOULD_FAIL')
  const allowed = known ?? BigInt(told)
  const approval = allowed < units ? (await buildApproval(pair, { signal })).tx : undefined
  const checked = await lib.checkSwap(network, order, { swap: built, approval, allowed }, context, signal)
  const [first, ...others] = checked.calls
  // A smart account always gets a batch, as in Send: its owners may sign later, so there is no hash at once.
  const isWanted = others.length > 0 || swapCircumstances(swap).isSmartAccount
  const batch = isWanted && !swap.sequential && (await lib.capableOfBatch(walletOf(chains.activeNamespace), network, address))
  const step = others.length === 0 ? 'swap' : batch ? 'both' : 'approve'
  const prepared = await lib.prepare(network, first, context, signal)
  if (signal.aborted) return
  // The form may have changed meanwhile, by the host too; then this is not what it says.
  if (typed !== filled()) throw new WalletError('PRICE_CHANGED')
  // If the fee exceeds the balance, the form says so; the wallet would only say that it failed.
  if (!batch) swap.maxFee = prepared.maxFee.toString()
  if (!canReviewSwap()) throw new WalletError('TRANSACTION_WOULD_FAIL')
  const request = batch ? lib.batchOf(network, checked.calls) : prepared.request
  const mine = ++round
  // The swap cannot be estimated before its approval; assume the usual fee.
  const fee = step === 'both' ? prepared.fee * BigInt(others.length) + (usualFee() ?? 0n) : prepared.fee
  const [shown, out] = [formatUnits(units, from.decimals), formatUnits(BigInt(built.amount), to.decimals)]
  const { to: target, value, data } = prepared.request
  const mark = !batch && target && value && data ? { mark: callMark({ to: target, value, data }) } : {}
  const moved: CaipAddress[] = [from, to].filter((each) => !isCoin(each)).map((each) => each.address)
  const submission: Submission = Object.freeze({
    kind: step === 'approve' ? ('approve' as const) : step === 'both' ? ('calls' as const) : ('swap' as const),
    ...own,
    request,
    holds: () => mine === round && typed === filled(),
    isBatch: batch || swapCircumstances(swap).isSmartAccount,
    send: (...[wallet, taken]: Parameters<Submission['send']>) =>
      batch ? lib.sendBatch(wallet, request, 'SWAP_FAILED', taken) : lib.submitCall(wallet, prepared.request),
    moves: { symbol: from.symbol, amount: shown, toSymbol: to.symbol, toAmount: out },
    note:
      step === 'approve'
        ? { to: checked.router, symbol: from.symbol, ...mark }
        : { to: checked.router, amount: shown, symbol: from.symbol, tokens: moved, ...mark },
  })
  frozen = { submission, at: Date.now(), given: given() }
  swap.review = {
    ...{ amount: shown, out, step, router: checked.router },
    allows: others.length > 1 ? '0' : shown,
    least: formatUnits(checked.least, to.decimals),
    fee: formatUnits(fee, network.nativeCurrency.decimals),
    changes: checked.changes?.map(({ token, amount }): ShownChange => {
      const asset =
        token === undefined ? (isCoin(from) ? from : to) : [from, to].find((each) => plain(each) === token.toLowerCase())
      return { symbol: asset?.symbol ?? '', amount: formatUnits(amount, asset?.decimals ?? 18), token }
    }),
  }
}

const given = () => [swap.from, swap.to, swap.amount].join()
const isStill = ({ submission, given: was }: Frozen) => swap.owner === submission.owner && given() === was
/** The form's inputs and the quoted output as text to compare. */
const filled = () => [given(), swap.slippage, swap.quote?.out].join()

const plain = ({ address }: SwapAsset) => parseCaipAddress(address).address.toLowerCase()

/** Sends what the review shows, once. Throws PRICE_CHANGED, TRANSACTION_CHANGED, CHAIN_MISMATCH, USER_REJECTED, SWAP_FAILED. */
export const confirmSwap = action('SWAP_FAILED', async (): Promise<void> => {
  const looked = frozen
  if (!looked || swap.status !== 'reviewing') return
  const isOld = Date.now() - looked.at > QUOTE_LIFE_MS
  Object.assign(swap, { status: isOld ? 'preparing' : 'confirming', code: undefined, help: undefined })
  let approved = false
  try {
    // Too old to be sent: prepare it again and let the person confirm that.
    if (isOld) return await renew(looked, 'PRICE_CHANGED')
    const late = (hash: string) => {
      if (looked.submission.kind !== 'approve') return finish(looked, hash)
      sayStarted(looked.submission, hash)
      if (frozen?.submission.kind === 'approve' && isStill(looked)) cancelSwap()
    }
    const known = underWay(looked.submission)
    const hash = known ?? (await submit(looked.submission, late))
    if (hash === undefined)
      return void (frozen === looked && Object.assign(swap, { status: 'reviewing', code: 'TRANSACTION_REFUSED' }))
    approved = looked.submission.kind === 'approve'
    if (approved && !known) sayStarted(looked.submission, hash)
    if (approved) return await afterApproval(looked, hash)
    finish(looked, hash)
  } catch (cause) {
    // If the wallet was not asked for the swap itself, the error cannot be about it.
    const error = approved || isOld ? toWalletError(cause, 'API_UNAVAILABLE') : inOurWords(cause, 'SWAP_FAILED')
    if (frozen === looked) {
      const isGone = sender()?.owner !== looked.submission.owner
      // Another account's form starts empty and does not show this error.
      if (!isGone) tellInPlace(error)
      Object.assign(swap, { status: 'reviewing', code: error.code, help: error.help })
      // After an approval the button here would ask for that approval again.
      if (approved || isGone || /TRANSACTION_(CHANGED|UNCONFIRMED)/.test(error.code)) leaveReview()
      // In two steps instead of a batch: the person has to confirm that.
      if (error.code === 'CALLS_UPGRADE_REJECTED' || error.code === 'CALLS_NOT_ATOMIC') {
        swap.sequential = true
        await renew(looked, error.code)
      }
    }
    throw error
  }
})

/** Prepares the reviewed swap again and shows it with `code` as the reason; does nothing if the person has left meanwhile. */
async function renew(looked: Frozen, code: ErrorCode | undefined): Promise<void> {
  const least = swap.review?.least ?? ''
  await renewQuote()
  if (frozen !== looked) return
  // guardSwap does not end the review while the wallet is being asked.
  if (sender()?.owner !== looked.submission.owner) throw new WalletError('TRANSACTION_CHANGED')
  const own = new AbortController()
  preparing = own
  const awaited = code ? undefined : swap.review?.allows === '0' ? 'none' : 'all'
  await (awaited ? whenKnown((isLast) => prepare(own.signal, isLast ? undefined : awaited)) : prepare(own.signal))
  if (own.signal.aborted) return
  // The price may fall while the approval is mined. Without the usual advice, which says that nothing was sent.
  const fell = !code && compareDecimals(swap.review?.out ?? '', least) < 0 && { code: 'PRICE_CHANGED', help: '' }
  Object.assign(swap, { status: 'reviewing', code, ...fell })
}

/** Prepares the swap itself once the approval is mined. */
async function afterApproval(looked: Frozen, hash: string): Promise<void> {
  // The review was left; the next one will find the allowance.
  if (frozen !== looked) return
  swap.status = 'approving'
  const failure = await whenMined(hash)
  if (frozen !== looked) return
  // Not thrown: the failed transaction was reported already.
  if (failure) Object.assign(swap, { status: 'reviewing', code: failure })
  else await renew(looked, undefined)
}

function finish(looked: Frozen, hash: string): void {
  sayStarted(looked.submission, hash)
  if (frozen === looked) {
    frozen = undefined
    reset(swap, emptySwap(chains.active.caipAddress))
    if (modal.view === 'SwapReview') resetView('Account')
  } else if (isStill(looked)) {
    // The review was left, but the wallet has sent it: the form must not offer the same swap again.
    cancelSwap()
    typeSwapAmount('')
  }
  whenLoaded(import('./account'), ({ refreshAccount }) => refreshAccount())
  whenLoaded(import('./tokens'), ({ refreshTokens }) => refreshTokens(looked.submission.note.tokens))
}

/** Back to the form; its values are kept. */
export function cancelSwap(): void {
  preparing?.abort()
  round++
  swap.code = undefined
  leaveReview()
}

function leaveReview(): void {
  frozen = undefined
  Object.assign(swap, { review: undefined, status: 'editing' })
  if (modal.view === 'SwapReview') goBack()
}

/** While the review is on screen, a change of account, wallet or network ends it with a message. Returns its stop. */
export function guardSwap(): () => void {
  const about = () => [chains.active.caipAddress, chains.active.connectorId, chains.active.status].join()
  const stop = onChange([chains], about, () => {
    if (!frozen || swap.status === 'confirming') return
    // After CHAIN_MISMATCH the page follows the wallet's network; the reason must stay the same.
    const error = new WalletError(swap.code === 'CHAIN_MISMATCH' ? swap.code : 'TRANSACTION_CHANGED')
    notice.snack = { kind: 'error', text: error.message, help: error.help, code: error.code }
    cancelSwap()
  })
  return () => {
    stop()
    dropReview('SwapReview', () => {
      if (swap.status === 'editing') return
      preparing?.abort()
      frozen = undefined
      round++
      Object.assign(swap, { status: 'editing', review: undefined, code: undefined })
    })
  }
}
