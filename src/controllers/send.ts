import type { Cost, Prepared, TransferOrder, Transfers } from '../adapters/transfers'
import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import { formatUnits } from '../lib/format'
import { toWalletError } from '../lib/rpc-errors'
import type { AssetChange } from '../lib/transfer'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { emptySend, type SendReview, type ShownChange, send } from '../state/send'
import { reset } from '../state/store'
import { tokens } from '../state/tokens'
import { action } from './action'
import { activeTransfers } from './active-transfers'
import { walletOf } from './connection'
import { dropReview } from './drop-review'
import { goBack, navigate, resetView } from './modal'
import { loadNetworks, networkOf } from './network-list'
import { notePayee } from './note-payee'
import { onChange } from './on-change'
import { rentWords } from './rent-words'
import { report, tellInPlace } from './report'
import { rpcContext } from './rpc'
import { circumstances, typeAmount, typeReceiver } from './send-form'
import { sendProblem, unitsOf } from './send-problem'
import { type SendToken, sendToken } from './send-tokens'
import { type Submission, sayStarted, sender, submit, traceOf } from './submission'
import { onceKnown } from './when-known'

/** How long a transfer on Solana may be confirmed: its blockhash lasts a minute, and signing takes a while too. */
const BLOCKHASH_LIFE_MS = 45_000
/** How long any other may be confirmed: its fee and its simulation get old. */
const REVIEW_LIFE_MS = 600_000

/** What the review shows; kept outside the store, so that nothing can change it. */
let frozen: { readonly submission: Submission; readonly typed: Typed; readonly name: string | undefined } | undefined
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
    const make = async () => {
      // A retry must be for the same form.
      if (isOver() || asked !== filled()) throw new WalletError('TRANSACTION_CHANGED')
      await prepare(own.signal)
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

async function prepare(signal: AbortSignal): Promise<void> {
  const asked = filled()
  // One copy at the start: a change that is undone before the end must not get into the transaction.
  const [from, token, { found, held, max, ...entered }] = [sender(), sendToken(send.tokenId), { ...send }]
  const transfers = await activeTransfers()
  if (!from || !token || !transfers || !found || !held) throw new WalletError('SEND_INCOMPLETE')
  await loadNetworks()
  const { networkId, address } = parseCaipAddress(from.owner)
  const network = networkOf(networkId)
  const context = rpcContext(network)
  const fresh = await transfers.held(network, address, token.address, context, signal)
  // The form may have been open for long; its problems are told by the present balance.
  if (asked === filled() && send.owner === from.owner) {
    const units = `${fresh.units}`
    send.held = { tokenId: token.id, units, decimals: fresh.decimals }
    if (token.address === undefined) send.coin = units
  }
  const order = { from: address, to: found.address, token: token.address }
  let amount = unitsOf(entered, fresh.decimals, token.price)
  if (max) {
    // Reserve what the transfer may cost now, not when Max was pressed.
    const probe = fresh.units > 0n ? { ...order, amount: token.address ? fresh.units : 1n } : undefined
    const cost = probe && !token.address ? await transfers.estimate(network, probe, context, signal) : undefined
    amount = fresh.units - (cost ? cost.maxFee + cost.deposit : 0n)
  }
  if (amount === undefined || amount <= 0n || amount > fresh.units) throw new WalletError('SEND_INCOMPLETE')
  let made = await make(transfers, { ...order, amount })
  // A new block may have raised the fee since: lower the amount until the rest pays for the prepared transfer.
  while (max && made.cost && !signal.aborted) {
    const most = fresh.units - made.cost.maxFee - made.cost.deposit
    if (amount <= most) break
    if (most <= 0n) throw new WalletError('SEND_INCOMPLETE')
    amount = most
    made = await make(transfers, { ...order, amount })
  }
  if (signal.aborted) return
  // The form may have changed meanwhile, by the host too; then this is not what it says.
  if (asked !== filled()) throw new WalletError('TRANSACTION_CHANGED')
  if (made.cost && send.cost) {
    // If the fee has risen beyond the balance, the form says so; the wallet would only say that it failed.
    const { fee, maxFee, deposit } = made.cost
    Object.assign(send.cost, { fee: `${fee}`, maxFee: `${maxFee}`, deposit: `${deposit}` })
    if (sendProblem(send, circumstances(send)) === 'no-gas') throw new WalletError('TRANSACTION_WOULD_FAIL')
  }
  const shown = formatUnits(amount, fresh.decimals)
  if (max) Object.assign(send, { amount: shown, unit: 'token' })
  const mine = ++round
  const until = Date.now() + ('lastValidBlockHeight' in made.trace ? BLOCKHASH_LIFE_MS : REVIEW_LIFE_MS)
  const typed = { tokenId: send.tokenId, amount: send.amount, unit: send.unit, receiver: send.receiver, to: found.address }
  const submission: Submission = Object.freeze({
    kind: 'send' as const,
    ...from,
    request: made.request,
    holds: () => mine === round && isStill(typed) && Date.now() < until,
    isBatch: send.isSmart || !made.cost,
    send: made.send,
    note: {
      ...{ to: found.address, amount: shown, symbol: token.symbol, ...made.trace },
      ...(token.address !== undefined && { tokens: [token.id as CaipAddress] }),
    },
  })
  frozen = { submission, typed, name: found.name }
  const { arrives = amount } = made
  send.review = {
    ...reviewOf(network.nativeCurrency, token, shown, made, found),
    arrives: arrives < amount ? formatUnits(arrives, fresh.decimals) : undefined,
  }

  async function make(lib: Transfers, whole: TransferOrder): Promise<Made> {
    const { prepare, submit: hand, smart } = lib
    const calls = send.isSmart && (await smart?.prepare(network, walletOf(chains.activeNamespace), whole, context, signal))
    if (smart && calls)
      return { ...calls, cost: undefined, trace: {}, send: (wallet, taken) => smart.submit(wallet, calls.request, taken) }
    const single = await prepare(network, whole, context, signal)
    const { request, changes, arrives } = single
    return {
      request,
      changes,
      arrives,
      cost: single,
      trace: traceOf(single),
      send: (wallet) => hand(network, wallet, request, context),
    }
  }
}

/** A simulated transfer, as one transaction or as a smart account's batch; `cost` is absent where only the wallet knows it. */
type Made = Pick<Submission, 'request' | 'send'> &
  Pick<Prepared, 'changes' | 'arrives'> & { readonly cost: Cost | undefined; readonly trace: ReturnType<typeof traceOf> }

/** The form's inputs as text to compare; with Max the amount does not count, since it follows the fee. */
const filled = () => [send.tokenId, send.max || [send.amount, send.unit], send.receiver, send.found?.address].join()

type Typed = { tokenId: string; amount: string; unit: string; receiver: string; to: string }
const isStill = ({ tokenId, amount, unit, receiver, to }: Typed) =>
  send.tokenId === tokenId &&
  send.amount === amount &&
  send.unit === unit &&
  send.receiver === receiver &&
  send.found?.address === to

type Coin = { readonly symbol: string; readonly decimals: number }

function reviewOf(
  coin: Coin,
  token: SendToken,
  amount: string,
  { cost, changes }: Made,
  found: { address: string; name: string | undefined },
): Omit<SendReview, 'arrives'> {
  const own = parseCaipAddress(chains.active.caipAddress ?? '::').networkId
  return {
    networkId: own,
    ...{ symbol: token.symbol, name: token.name, iconUrl: token.iconUrl, amount },
    fee: cost && formatUnits(cost.fee, coin.decimals),
    deposit: formatUnits(cost?.deposit ?? 0n, coin.decimals),
    ...{ to: found.address, toName: found.name, changes: changes?.map((each) => shownChange(each, token, coin)) },
  }
}

/** A balance change as the review shows it: of the sent token, the coin, or another token, which may be unknown. */
function shownChange({ token, amount }: AssetChange, sent: SendToken, coin: Coin): ShownChange {
  if (token === undefined) return { symbol: coin.symbol, amount: formatUnits(amount, coin.decimals), token: undefined }
  const isSent = token.toLowerCase() === sent.address?.toLowerCase()
  const listed = isSent ? undefined : tokens.list.find(({ address }) => address?.toLowerCase().endsWith(token.toLowerCase()))
  const decimals = isSent ? send.held?.decimals : listed && Number(listed.quantity.decimals)
  return {
    symbol: isSent ? sent.symbol : (listed?.symbol ?? ''),
    // Base units of an unknown token are no amount that could be shown; only the direction is.
    amount: decimals === undefined ? (amount < 0n ? '-' : '') : formatUnits(amount, decimals),
    token,
  }
}

/**
 * Sends what the review shows, once. The form keeps its values unless that works. Throws TRANSACTION_CHANGED, CHAIN_MISMATCH,
 * USER_REJECTED, SEND_FAILED and on Solana SOLANA_SEND_FAILED.
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
    const named = toWalletError(cause, fallback())
    const error = inOurWords(named)
    if (frozen === shown) {
      const isGone = sender()?.owner !== shown.submission.owner
      // Another account's form starts empty and does not show this error.
      if (!isGone) tellInPlace(error)
      // The wallet may have changed the transaction; one that may still be mined must not be sent again by the same button.
      const changed = isGone || /CHANGED|UNCONFIRMED/.test(error.code)
      Object.assign(send, { status: changed ? 'editing' : 'reviewing', code: error.code, help: error.help })
      if (changed) leaveReview()
    }
    throw error
  }
})

/** Replaces a wallet's own error by ours, except those that tell what the visitor decided or what we found out. */
function inOurWords(error: WalletError): WalletError {
  const told: readonly ErrorCode[] = [
    ...(['USER_REJECTED', 'TRANSACTION_CHANGED', 'CHAIN_MISMATCH', 'REQUEST_PENDING', 'TRANSACTION_FAILED'] as const),
    ...(['TRANSACTION_UNCONFIRMED', 'LOGIN_EXPIRED'] as const),
  ]
  if (error.code === 'USER_REJECTED') return new WalletError('USER_REJECTED', { cause: error.cause, help: 'Nothing was sent.' })
  return told.includes(error.code) ? error : new WalletError(fallback(), { cause: error })
}

function finish({ submission, typed, name }: NonNullable<typeof frozen>, hash: string): void {
  const { owner, note } = submission
  notePayee(parseCaipAddress(owner).namespace, typed.to, name)
  sayStarted(submission, hash)
  // A visitor who has gone on to another transfer keeps that form.
  if (frozen?.submission === submission) {
    frozen = undefined
    reset(send, emptySend(chains.active.caipAddress))
    if (modal.view === 'SendReview') resetView('Account')
  } else if (send.owner === owner && isStill(typed)) {
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
