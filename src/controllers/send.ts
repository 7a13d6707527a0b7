import type { Cost } from '../adapters/transfers'
import type { CaipAddress, CaipNetworkId } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { emptySend, send } from '../state/send'
import { reset } from '../state/store'
import { action } from './action'
import { checkReceiver } from './check-receiver'
import { dropReview } from './drop-review'
import { onceKnown } from './just-mined'
import { goBack, navigate, resetView } from './modal'
import { notePayee } from './note-payee'
import { onChange } from './on-change'
import { rentWords } from './rent-words'
import { report, tellInPlace } from './report'
import { circumstances, typeAmount, typeReceiver } from './send-form'
import { sendProblem } from './send-problem'
import { reviewOf } from './send-review'
import { type FormTransfer, filled, makeTransfer } from './send-transfer'
import { type Submission, sayStarted, sender, submit } from './submission'
import { transactionError } from './transaction-error'
import { whileVisible } from './while-visible'

/** How long a transfer on Solana may be confirmed: its blockhash lasts a minute, and signing takes a while too. */
const BLOCKHASH_LIFE_MS = 45_000
/** How often it is prepared anew while its review is read, so that most of that minute is left for the wallet. */
const RENEWAL_MS = 20_000
/** How long any other may be confirmed: its fee and its simulation get old. */
const REVIEW_LIFE_MS = 600_000

/** What the review shows; kept outside the store, so that nothing can change it. */
type Frozen = { readonly submission: Submission; readonly typed: string; readonly payee: Payee }
/** The receiver, and the network on which it is a contract, if it is one. */
type Payee = { readonly address: string; readonly name: string | undefined; readonly networkId: CaipNetworkId | undefined }
let frozen: Frozen | undefined
let preparing: AbortController | undefined
let round = 0

const fallback = (): ErrorCode => (chains.activeNamespace === 'solana' ? 'SOLANA_SEND_FAILED' : 'SEND_FAILED')

/** Prepares the transaction that the form describes, simulates it and opens the review; the wallet is not asked for anything. */
export async function reviewSend(): Promise<void> {
  if (send.status !== 'editing' || sendProblem(send, circumstances(send)) !== undefined) return
  preparing?.abort()
  const own = new AbortController()
  preparing = own
  Object.assign(send, { status: 'preparing', code: undefined, help: undefined })
  const isOver = () => own.signal.aborted || send.status !== 'preparing'
  try {
    const asked = filled()
    // Once, however often the rest is tried: what it finds counts for each of them.
    const checked = checkReceiver(own.signal)
    const make = async () => {
      // A retry must be for the same form.
      if (isOver() || asked !== filled()) throw new WalletError('TRANSACTION_CHANGED')
      await prepare(own.signal, checked)
    }
    await onceKnown(make)
    if (isOver()) return
    send.status = 'reviewing'
    navigate('SendReview')
  } catch (cause) {
    if (isOver()) return
    const error = toWalletError(cause, 'RPC_UNAVAILABLE')
    Object.assign(send, { status: 'editing', code: error.code, help: rentWords(error) })
    tellInPlace(error)
    report(error)
  }
}

async function prepare(signal: AbortSignal, checked: Promise<void>): Promise<void> {
  const asked = filled()
  const [transfer] = await Promise.all([makeTransfer(signal), checked])
  // The form may have been left.
  if (signal.aborted || send.status === 'editing') return
  // The form may have changed meanwhile, by the host too; then this is not what it says.
  if (asked !== filled()) throw new WalletError('TRANSACTION_CHANGED')
  noteCost(transfer.made.cost)
  freeze(transfer)
}

/** If the fee has risen beyond the balance, the form says so; the wallet would only say that it failed. */
function noteCost(cost: Cost | undefined): void {
  if (!cost || !send.cost) return
  const { fee, maxFee, deposit } = cost
  Object.assign(send.cost, { fee: `${fee}`, maxFee: `${maxFee}`, deposit: `${deposit}` })
  if (sendProblem(send, circumstances(send)) === 'no-gas') throw new WalletError('TRANSACTION_WOULD_FAIL')
}

/** Freezes what is reviewed: the wallet gets exactly this, or nothing. */
function freeze(transfer: FormTransfer): void {
  const { made, from, network, token, found, max } = transfer
  const review = reviewOf(transfer)
  const { amount } = review
  if (max) Object.assign(send, { amount, unit: 'token' })
  const mine = ++round
  const until = Date.now() + ('lastValidBlockHeight' in made.trace ? BLOCKHASH_LIFE_MS : REVIEW_LIFE_MS)
  const reviewed = inputs(found.address)
  const submission: Submission = Object.freeze({
    kind: 'send' as const,
    ...from,
    request: made.request,
    holds: () => mine === round && inputs() === reviewed && Date.now() < until,
    isBatch: send.isSmart || !made.cost,
    send: made.send,
    note: {
      to: found.address,
      amount,
      symbol: token.symbol,
      ...made.trace,
      ...(token.address !== undefined && { tokens: [token.id as CaipAddress] }),
    },
  })
  const isContract = send.warnings?.some((each) => each === 'contract' || each === 'token')
  const networkId = isContract ? network.caipNetworkId : undefined
  frozen = { submission, typed: filled(), payee: { ...found, networkId } }
  send.review = review
}

/** The form's inputs as text to compare; with Max the amount counts too, which the review shows. */
const inputs = (to = send.found?.address): string => [send.tokenId, send.amount, send.unit, send.receiver, to].join()

/**
 * Sends what the review shows, once. The form keeps its values unless that works. Throws TRANSACTION_CHANGED, CHAIN_MISMATCH,
 * USER_REJECTED, SEND_FAILED and on Solana SOLANA_SEND_FAILED; ABORTED where the review was left before the wallet was asked.
 */
export const confirmSend = action('SEND_FAILED', async (): Promise<void> => {
  const shown = frozen
  if (!shown || send.status !== 'reviewing') return
  Object.assign(send, { status: 'confirming', code: undefined, help: undefined })
  try {
    const hash = await submit(shown.submission, (late) => finish(shown, late))
    if (hash !== undefined) return finish(shown, hash)
    if (frozen === shown) Object.assign(send, { status: 'reviewing', code: 'TRANSACTION_REFUSED' })
  } catch (cause) {
    const error = transactionError(cause, fallback())
    if (frozen === shown) {
      const isGone = sender()?.owner !== shown.submission.owner
      // Another account's form starts empty and does not show this error.
      if (!isGone) tellInPlace(error)
      // The wallet may have changed the transaction; one that may still be mined must not be sent again by the same button.
      const changed = isGone || /CHANGED|UNCONFIRMED/.test(error.code)
      Object.assign(send, { status: changed ? 'editing' : 'reviewing', code: error.code, help: error.help })
      if (changed) leaveReview()
    } else if (error.code === 'TRANSACTION_CHANGED') throw new WalletError('ABORTED')
    throw error
  }
})

function finish({ submission, typed, payee }: Frozen, hash: string): void {
  const { owner, note } = submission
  notePayee(owner, payee.address, payee.name, payee.networkId)
  sayStarted(submission, hash)
  // A visitor who has gone on to another transfer keeps that form.
  if (frozen?.submission === submission) {
    frozen = undefined
    reset(send, emptySend(chains.active.caipAddress))
    if (modal.view === 'SendReview') resetView('Account')
  } else if (send.owner === owner && typed === filled()) {
    // The review was left, but the wallet has sent it: the form must not offer the same transfer again.
    cancelReview()
    typeAmount('')
    typeReceiver('')
  }
  whenLoaded(import('./account'), ({ refreshAccount }) => refreshAccount())
  whenLoaded(import('./tokens'), ({ refreshTokens }) => refreshTokens(note.tokens))
}

/** Back to the form; its values are kept. If the wallet was asked already, its answer still counts. */
export function cancelReview(): void {
  preparing?.abort()
  round++
  if (send.status !== 'editing') send.status = 'editing'
  send.code = undefined
  leaveReview()
}

function leaveReview(): void {
  frozen = undefined
  send.review = undefined
  if (modal.view === 'SendReview') goBack()
}

/**
 * Keeps the review of a transfer on Solana fresh while it is on screen. What is shown stays the same: where anything in it would differ,
 * the one that was shown expires. Returns its stop.
 */
export const keepReview = (): (() => void) => whileVisible(RENEWAL_MS, () => void renew().catch(() => {}))

async function renew(): Promise<void> {
  const shown = frozen
  // Not once the wallet was asked: if that has sent it after all, the same bytes are not executed again, but others would be.
  const isOver = () => frozen !== shown || send.status !== 'reviewing' || send.code !== undefined || shown?.typed !== filled()
  if (isOver() || shown?.submission.note.lastValidBlockHeight === undefined) return
  const own = new AbortController()
  preparing = own
  const transfer = await makeTransfer(own.signal)
  if (!own.signal.aborted && !isOver() && JSON.stringify(reviewOf(transfer)) === JSON.stringify(send.review)) freeze(transfer)
}

/** While the review is on screen, a change of account, wallet or network ends it with a message. Returns its stop. */
export function guardReview(): () => void {
  const about = () => [chains.active.caipAddress, chains.active.connectorId, chains.active.status].join()
  const stop = onChange([chains], about, () => {
    if (send.status === 'confirming' || !frozen) return
    // After CHAIN_MISMATCH the page follows the wallet's network; the reason must stay the same.
    const error = new WalletError(send.code === 'CHAIN_MISMATCH' ? send.code : 'TRANSACTION_CHANGED')
    notice.snack = { kind: 'error', text: error.message, help: error.help, code: error.code }
    cancelReview()
  })
  return () => {
    stop()
    // Left by Back in the header, or closed.
    dropReview('SendReview', () => {
      if (send.status !== 'reviewing' && send.status !== 'confirming') return
      frozen = undefined
      round++
      Object.assign(send, { status: 'editing', review: undefined, code: undefined })
    })
  }
}
