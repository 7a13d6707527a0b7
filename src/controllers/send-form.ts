import { adapters } from '../adapters'
import { parseCaipAddress } from '../lib/caip'
import { formatUnits } from '../lib/format'
import { whenLoaded } from '../lib/when-loaded'
import { chains } from '../state/chains'
import { emptySend, send } from '../state/send'
import { reset } from '../state/store'
import { tokens } from '../state/tokens'
import { watchAccount } from './account-watch'
import { activeTransfers } from './active-transfers'
import { walletOf } from './connection'
import { isConfigured, loadNetworks, networkOf } from './network-list'
import { onChange } from './on-change'
import { leaveReceiver, lookForReceiver } from './receiver'
import { rpcContext } from './rpc'
import { type Circumstances, maxAmount, unitsOf, worthOf } from './send-problem'
import { sendToken } from './send-tokens'
import { whileVisible } from './while-visible'

/** The cost is read when typing has paused this long. */
const COST_PAUSE_MS = 300
/** The balance is read again this often: coins may arrive while the form is open. */
export const HELD_REFRESH_MS = 15_000

let reading: AbortController | undefined
let costing: AbortController | undefined

/** Whether anything can be sent on the active network. */
export const canSend = (): boolean =>
  isConfigured(chains.active.networkId) && adapters[chains.activeNamespace]?.transfers !== undefined

/** What `sendProblem` needs to know beside the form. */
export function circumstances(form: Pick<typeof send, 'tokenId' | 'coin' | 'isSmart'>): Circumstances {
  const { networkId } = chains.active
  const coin = networkId && networkOf(networkId).nativeCurrency
  return {
    token: sendToken(form.tokenId),
    coin: form.coin === undefined ? undefined : BigInt(form.coin),
    coinDecimals: coin?.decimals ?? 18,
    coinPrice: sendToken('native')?.price,
    isSmartAccount: form.isSmart,
  }
}

/** Keeps the form current while it is on screen; on another account what was typed stays if it means the same. Returns its stop. */
export function startSend(): () => void {
  // The chosen token may be gone after a refresh.
  const about = () => chains.active.status === 'connected' && `${chains.active.caipAddress} ${!sendToken(send.tokenId)}`
  const again = () => void (send.status === 'editing' && readHeld())
  const stops = [watchAccount(), onChange([chains, tokens], about, follow), whileVisible(HELD_REFRESH_MS, again)]
  whenLoaded(import('./tokens'), ({ refreshTokens }) => refreshTokens())
  follow()
  return () => {
    for (const stop of stops) stop()
    reading?.abort()
    costing?.abort()
    leaveReceiver()
    // The review that is being prepared must not open any more.
    if (send.status === 'preparing') send.status = 'editing'
  }
}

function follow(): void {
  const owner = chains.active.caipAddress
  const isNew = send.owner !== owner
  if (isNew) {
    const { amount, unit, receiver, tokenId } = send
    // An amount of a token is not the same amount of the coin.
    const isSame = tokenId === 'native'
    reset(send, { ...emptySend(owner), receiver, ...(isSame && { amount, unit }) })
  } else if (!sendToken(send.tokenId)) pickSendToken('native')
  readHeld()
  if (isNew || send.warnings === undefined) void lookForReceiver(send.receiver).then(readCost)
}

/** Takes what is typed in the amount field. */
export function typeAmount(text: string): void {
  Object.assign(send, { amount: text, max: false, code: undefined })
  readCost()
}

/** Switches between token and dollars: the same amount, as exactly as the other unit allows. */
export function flipUnit(): void {
  const { held, unit } = send
  const price = sendToken(send.tokenId)?.price
  const toFiat = unit === 'token'
  // Back to the token is possible without a price too.
  if (toFiat && !price) return
  const units = held && unitsOf(send, held.decimals, price)
  const amount = units === undefined || !held ? '' : formatUnits(units, held.decimals)
  const [whole, cents = ''] = worthOf(amount, price)?.split('.') ?? []
  const next = toFiat ? [whole, cents.slice(0, 2)].filter(Boolean).join('.') : amount
  Object.assign(send, { unit: toFiat ? 'fiat' : 'token', amount: next, max: false })
  readCost()
}

/** Fills in everything that can be sent; for the coin less the highest possible fee. */
export function pickMax(): void {
  const token = sendToken(send.tokenId)
  const { held, cost } = send
  if (!token || held?.tokenId !== token.id) return
  const free = send.isSmart || token.address !== undefined
  const reserved = free || !cost ? 0n : BigInt(cost.maxFee) + BigInt(cost.deposit)
  const amount = maxAmount({ units: BigInt(held.units), decimals: held.decimals }, reserved)
  Object.assign(send, { unit: 'token', amount, max: !free, code: undefined })
  readCost()
}

/** Takes what is typed or pasted as a receiver. */
export function typeReceiver(text: string): void {
  send.code = undefined
  void lookForReceiver(text).then(readCost)
}

/** Chooses a token; the amount typed for the one before is cleared. */
export function pickSendToken(id: string): void {
  const tokenId = sendToken(id)?.id ?? 'native'
  if (send.tokenId === tokenId) return
  Object.assign(send, { tokenId, amount: '', unit: 'token', max: false, held: undefined, cost: undefined, code: undefined })
  readHeld()
}

/** Notes whether the visitor accepts the warnings about this receiver. */
export function acceptDanger(accepted: boolean): void {
  send.acceptedFor = accepted ? send.found?.address : undefined
}

/** Reads from the chain what the account has. */
export function readHeld(): void {
  reading?.abort()
  const own = new AbortController()
  reading = own
  send.heldFailed = false
  void loadHeld(own.signal).then(readCost, () => {
    if (!own.signal.aborted) send.heldFailed = true
  })
}

async function loadHeld(signal: AbortSignal): Promise<void> {
  const owner = chains.active.caipAddress
  if (!owner) return
  const { networkId, address } = parseCaipAddress(owner)
  await loadNetworks()
  const [token, transfers] = [sendToken(send.tokenId), await activeTransfers()]
  if (!transfers || !token || !isConfigured(networkId)) throw new Error('Nothing to send here')
  const network = networkOf(networkId)
  const context = rpcContext(network)
  const [coin, own, isContract] = await Promise.all([
    transfers.held(network, address, undefined, context, signal),
    token.address === undefined ? undefined : transfers.held(network, address, token.address, context, signal),
    // The wallet once: a phone may announce each request.
    transfers.smart?.isSmart(network, address, context, signal, send.held ? undefined : () => walletOf(chains.activeNamespace)),
  ])
  const isSmart = send.isSmart || !!isContract || chains.active.accountType === 'smartAccount'
  if (signal.aborted || owner !== chains.active.caipAddress || token.id !== send.tokenId) return
  const { units, decimals } = own ?? coin
  // One of the two is wrong, and the amount a power of ten off.
  if (own && token.decimals !== `${decimals}`) throw new Error('Decimals differ')
  Object.assign(send, { isSmart, coin: coin.units.toString(), held: { tokenId: token.id, units: units.toString(), decimals } })
}

/** Reads what the transfer costs, when typing has paused; an answer for an older form is dropped. */
function readCost(): void {
  costing?.abort()
  const own = new AbortController()
  costing = own
  const { signal } = own
  // An error about the form before may not apply any more.
  send.costFailed = undefined
  setTimeout(() => {
    if (signal.aborted) return
    // The code that retries on a node that is behind loads with the first fee.
    import('./just-mined')
      .then(({ onceKnown }) => onceKnown(() => loadCost(signal)))
      .catch(({ code }) => {
        const costFailed = code === 'TRANSACTION_WOULD_FAIL' ? code : 'FEE_UNKNOWN'
        if (!signal.aborted) Object.assign(send, { cost: undefined, costFailed })
      })
  }, COST_PAUSE_MS)
}

async function loadCost(signal: AbortSignal): Promise<void> {
  const owner = chains.active.caipAddress
  const [token, transfers] = [sendToken(send.tokenId), await activeTransfers()]
  const { held, found } = send
  if (!owner || !token || !transfers || held?.tokenId !== token.id) return
  const { networkId, address } = parseCaipAddress(owner)
  const network = networkOf(networkId)
  const balance = BigInt(held.units)
  const typed = unitsOf(send, held.decimals, token.price) ?? 0n
  // A transfer of nothing, or of more than there is, would fail and has no cost; then the smallest amount is estimated.
  const amount = typed > 0n && typed < balance ? typed : 1n
  if (balance === 0n) return
  const order = { from: address, to: found?.address ?? address, amount, token: token.address }
  const { fee, maxFee, deposit, least = 0n } = await transfers.estimate(network, order, rpcContext(network), signal)
  // A review that is open must not change.
  if (signal.aborted || send.status !== 'editing' || owner !== chains.active.caipAddress || token.id !== send.tokenId) return
  const cost = { fee: fee.toString(), maxFee: maxFee.toString(), deposit: deposit.toString(), least: least.toString() }
  send.cost = cost
  if (send.max) send.amount = maxAmount({ units: balance, decimals: held.decimals }, maxFee + deposit)
}

/** Shows that the code of the review did not load; asking for the review again loads it again. */
export const failSendReview = (): void => void Object.assign(send, { code: 'VIEW_UNAVAILABLE', help: undefined })
