import type { CaipAddress } from '../lib/caip'
import { compareDecimals } from '../lib/decimal'
import { type ErrorCode, WalletError } from '../lib/errors'
import { moneyHelp } from '../lib/money-errors'
import { toWalletError } from '../lib/rpc-errors'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { reset } from '../state/store'
import { emptySwap, swap } from '../state/swap'
import { action } from './action'
import { dropReview } from './drop-review'
import { isJustApproved, onceKnown, whenKnown, whenMined } from './just-mined'
import { goBack, navigate, resetView } from './modal'
import { onChange } from './on-change'
import { pendingApproval } from './pending-approval'
import { report, tellInPlace } from './report'
import { type Submission, sayStarted, sender, submit, traceOf } from './submission'
import { isCoin } from './swap-assets'
import { type Allowed, type FormSwap, makeSwap } from './swap-calls'
import { canReviewSwap, swapCircumstances, typeSwapAmount } from './swap-form'
import { holdQuote, QUOTE_LIFE_MS, readQuote, renewQuote } from './swap-quotes'
import { reviewOf } from './swap-review'
import { transactionError } from './transaction-error'

/** Errors that only a swap has. */
const TOLD = /^(PRICE_CHANGED|SWAP_UNVERIFIED|CALLS_(UPGRADE_REJECTED|NOT_ATOMIC))$/

/** For errors after an approval: without the usual advice, which says that nothing was sent. */
const SENT = { help: '' }

/** What the review shows; kept outside the store, so that nothing can change it. */
type Frozen = { readonly submission: Submission; readonly at: number; readonly given: string }
let frozen: Frozen | undefined
let preparing: AbortController | undefined
let round = 0

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
    const asked = chosen()
    await onceKnown(async (isLast) => {
      // On a hidden page it was not renewed, and retries take a while.
      if (swap.quote && Date.now() - swap.quote.at > QUOTE_LIFE_MS) await renewQuote()
      // It must still be for the same form.
      if (isOver() || asked !== chosen()) throw new WalletError('TRANSACTION_CHANGED')
      await prepare(own.signal, undefined, isLast)
    })
    if (isOver()) return
    swap.status = 'reviewing'
    navigate('SwapReview')
    // If the same approval is still under way, go on with it instead of paying for another.
    if (frozen && pendingApproval(frozen.submission)) void confirmSwap()
  } catch (cause) {
    if (isOver()) return
    const error = toWalletError(cause, 'API_UNAVAILABLE')
    Object.assign(swap, { status: 'editing', code: error.code, help: error.help })
    tellInPlace(error)
    report(error)
    if (error.code === 'PRICE_CHANGED') readQuote(0)
  }
}

async function prepare(signal: AbortSignal, awaited?: Allowed, isLast = true): Promise<void> {
  const [typed, before] = [filled(), chosen()]
  const made = await makeSwap(signal, awaited)
  // The form may have been left.
  if (signal.aborted || swap.status === 'editing') return
  // The form may have changed meanwhile, by the host too; then this is not what it says.
  if (typed !== filled()) throw new WalletError(swap.quote && before === chosen() ? 'PRICE_CHANGED' : 'TRANSACTION_CHANGED')
  const { call } = traceOf(made.first)
  if (!isLast && !made.batch && isJustApproved(made.own.owner, call)) throw new WalletError('TRANSACTION_WOULD_FAIL')
  // If the fee exceeds the balance, the form says so; the wallet would only say that it failed.
  if (!made.batch) swap.maxFee = made.first.maxFee.toString()
  if (!canReviewSwap()) throw new WalletError('TRANSACTION_WOULD_FAIL')
  freeze(made, typed)
}

/** Freezes what is reviewed: the wallet gets exactly this, or nothing. */
function freeze(made: FormSwap, typed: string): void {
  const { lib, own, from, to, checked, first, batch } = made
  const review = reviewOf(made)
  const { step, amount, out } = review
  const mine = ++round
  const tokens: CaipAddress[] = [from, to].filter((each) => !isCoin(each)).map((each) => each.address)
  const send: Submission['send'] = (wallet, taken) =>
    batch ? lib.sendBatch(wallet, batch, 'SWAP_FAILED', taken) : lib.submitCall(wallet, first.request)
  const submission: Submission = Object.freeze({
    kind: step === 'both' ? ('calls' as const) : step,
    ...own,
    request: batch ?? first.request,
    holds: () => mine === round && typed === filled(),
    isBatch: batch !== undefined || swapCircumstances(swap).isSmartAccount,
    send,
    moves: { symbol: from.symbol, amount, toSymbol: to.symbol, toAmount: out },
    note: {
      to: checked.router,
      symbol: from.symbol,
      ...(!batch && traceOf(first)),
      ...(step !== 'approve' && { amount, tokens }),
    },
  })
  frozen = { submission, at: Date.now(), given: given() }
  swap.review = review
}

const given = () => [swap.from, swap.to, swap.amount].join()
const isStill = ({ submission, given: was }: Frozen) => swap.owner === submission.owner && given() === was
const chosen = () => [given(), swap.slippage].join()
/** The form's inputs and the quoted output as text to compare. */
const filled = () => [chosen(), swap.quote?.out].join()

/**
 * Sends what the review shows, once. Throws PRICE_CHANGED, TRANSACTION_CHANGED, CHAIN_MISMATCH, USER_REJECTED, SWAP_FAILED; ABORTED where
 * the review was left before the wallet was asked.
 */
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
    const known = pendingApproval(looked.submission)
    const hash = known ?? (await submit(looked.submission, late))
    if (hash === undefined) {
      if (frozen === looked) Object.assign(swap, { status: 'reviewing', code: 'TRANSACTION_REFUSED' })
      return
    }
    approved = looked.submission.kind === 'approve'
    if (approved && !known) sayStarted(looked.submission, hash)
    if (approved) return await afterApproval(looked, hash)
    finish(looked, hash)
  } catch (cause) {
    // If the wallet was not asked for the swap itself, the error cannot be about it.
    const error = approved || isOld ? toWalletError(cause, 'API_UNAVAILABLE') : transactionError(cause, 'SWAP_FAILED', TOLD)
    if (frozen === looked) await showFailure(looked, error, approved)
    else if (error.code === 'TRANSACTION_CHANGED') throw new WalletError('ABORTED')
    throw error
  }
})

/** Shows an error of the reviewed swap: in the review, or in the form where the review no longer holds. */
async function showFailure(looked: Frozen, error: WalletError, approved: boolean): Promise<void> {
  const { code, help } = error
  const isGone = sender()?.owner !== looked.submission.owner
  // Another account's form does not show this error.
  if (!isGone) tellInPlace(error)
  Object.assign(swap, { status: 'reviewing', code, help: approved && code in moneyHelp ? SENT.help : help })
  // After an approval the button here would ask for that approval again.
  if (approved || isGone || /TRANSACTION_(CHANGED|UNCONFIRMED)/.test(code)) leaveReview()
  if (frozen === looked && /^CALLS_/.test(code)) await inSteps(looked)
}

/**
 * Prepares the reviewed swap again and shows it with `code` as the reason, for a price that is the same after all with another; does
 * nothing if the person has left meanwhile.
 */
async function renew(looked: Frozen, code: ErrorCode | undefined): Promise<void> {
  const { least = '', out } = swap.review ?? {}
  await renewQuote()
  if (frozen !== looked) return
  // guardSwap does not end the review while the wallet is being asked.
  if (sender()?.owner !== looked.submission.owner) throw new WalletError('TRANSACTION_CHANGED', code ? {} : SENT)
  const own = new AbortController()
  preparing = own
  const awaited = code ? undefined : swap.review?.allows === '0' ? 'none' : 'all'
  await (awaited ? whenKnown((isLast) => prepare(own.signal, isLast ? undefined : awaited)) : prepare(own.signal))
  if (own.signal.aborted) return
  // The price may fall while the approval is mined.
  const fell = !code && compareDecimals(swap.review?.out ?? '', least) < 0 && { code: 'PRICE_CHANGED', ...SENT }
  const told = code === 'PRICE_CHANGED' && swap.review?.out === out ? 'TRANSACTION_CHANGED' : code
  Object.assign(swap, { status: 'reviewing', code: told, ...fell })
}

/** The wallet does not approve and swap at once: prepares the first of two steps, which the person has to confirm. */
async function inSteps(looked: Frozen): Promise<void> {
  Object.assign(swap, { sequential: true, status: 'preparing' })
  // Of the two codes the one that every language has words for.
  await renew(looked, 'CALLS_UPGRADE_REJECTED').catch((cause) => {
    const error = toWalletError(cause, 'API_UNAVAILABLE')
    if (frozen === looked) Object.assign(swap, { status: 'reviewing', code: error.code, help: error.help })
    tellInPlace(error)
    throw error
  })
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
    const said = swap.status === 'approving' ? SENT : {}
    const error = new WalletError(swap.code === 'CHAIN_MISMATCH' ? swap.code : 'TRANSACTION_CHANGED', said)
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
