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
import { isConfigured, loadNetworks, networkOf } from './network-list'
import { onChange } from './on-change'
import { leaveReceiver, lookForReceiver } from './receiver'
import { rpcContext } from './rpc'
import { type Circumstances, maxAmount, unitsOf, worthOf } from './send-problem'
import { sendToken } from './send-tokens'
import { whileVisible } from './while-visible'

/** Costs are asked for when nobody has typed for so long. */
const COST_PAUSE_MS = 300
/** What is held is read again after this: coins may come in while somebody waits for them here. */
export const HELD_REFRESH_MS = 15_000

let reading: AbortController | undefined
let costing: AbortController | undefined

/** Whether anything can be sent on the active network. */
export const canSend = (): boolean =>
  isConfigured(chains.active.networkId) && adapters[chains.activeNamespace]?.transfers !== undefined

/** What a form is judged by beside itself. */
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

/** While the form is on screen it follows the account; what was typed stays as far as it means the same. Returns its stop. */
export function startSend(): () => void {
  // A token that is chosen may be gone after a refresh.
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
    // Whoever has left is not led to what was being prepared.
    if (send.status === 'preparing') send.status = 'editing'
  }
}

function follow(): void {
  const owner = chains.active.caipAddress
  const isNew = send.owner !== owner
  if (isNew) {
    const { amount, unit, receiver, tokenId } = send
    // A sum of a token would become one of coins, which is something else.
    const isSame = tokenId === 'native'
    reset(send, { ...emptySend(owner), receiver, ...(isSame && { amount, unit }) })
  } else if (!sendToken(send.tokenId)) pickSendToken('native')
  readHeld()
  if (isNew || send.warnings === undefined) void lookForReceiver(send.receiver).then(readCost)
}

/** Takes what is typed in the amount's field, as that reads it. */
export function typeAmount(text: string): void {
  Object.assign(send, { amount: text, max: false, code: undefined })
  readCost()
}

/** Types in the other unit: the same amount, as exactly as it can be said there. */
export function flipUnit(): void {
  const { held, unit } = send
  const price = sendToken(send.tokenId)?.price
  const toFiat = unit === 'token'
  // Dollars are left also where no price is known any more.
  if (toFiat && !price) return
  const units = held && unitsOf(send, held.decimals, price)
  const amount = units === undefined || !held ? '' : formatUnits(units, held.decimals)
  const [whole, cents = ''] = worthOf(amount, price)?.split('.') ?? []
  const next = toFiat ? [whole, cents.slice(0, 2)].filter(Boolean).join('.') : amount
  Object.assign(send, { unit: toFiat ? 'fiat' : 'token', amount: next, max: false })
  readCost()
}

/** Everything that can be sent; of the coin without what the transfer may cost. */
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

/** Takes what is typed or pasted as a receiver, less what nobody sees: spaces, and the marks by which texts that run from right to left hold one. */
export function typeReceiver(text: string): void {
  send.code = undefined
  void lookForReceiver(text.replace(/[\s\p{Bidi_C}]/gu, '')).then(readCost)
}

/** Another token; the amount typed for the one before would mean something else. */
export function pickSendToken(id: string): void {
  const tokenId = sendToken(id)?.id ?? 'native'
  if (send.tokenId === tokenId) return
  Object.assign(send, { tokenId, amount: '', unit: 'token', max: false, held: undefined, cost: undefined, code: undefined })
  readHeld()
}

/** The person has seen what is wrong with this receiver, and wants it, or no longer does. */
export function acceptDanger(accepted: boolean): void {
  send.acceptedFor = accepted ? send.found?.address : undefined
}

/** Asks the chain anew for what the account has. */
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
  if (!transfers || !token || !isConfigured(networkId)) throw new Error('Nothing can be sent here')
  const network = networkOf(networkId)
  const context = rpcContext(network)
  const [coin, own, isContract] = await Promise.all([
    transfers.held(network, address, undefined, context, signal),
    token.address === undefined ? undefined : transfers.held(network, address, token.address, context, signal),
    transfers.smart?.isSmart(network, address, context, signal),
  ])
  const isSmart = isContract === true || chains.active.accountType === 'smartAccount'
  if (signal.aborted || owner !== chains.active.caipAddress || token.id !== send.tokenId) return
  const { units, decimals } = own ?? coin
  Object.assign(send, { isSmart, coin: coin.units.toString(), held: { tokenId: token.id, units: units.toString(), decimals } })
}

/** Asks what the transfer costs, when typing has paused; an answer for an older form is dropped. */
function readCost(): void {
  costing?.abort()
  const own = new AbortController()
  costing = own
  const { signal } = own
  // What was wrong with an older form is not wrong with this one.
  send.costFailed = undefined
  setTimeout(() => {
    if (signal.aborted) return
    // What is asked again of a node that is behind loads with the first fee.
    import('./when-known')
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
  // A transfer of nothing, or of more than there is, fails on the chain and so has no cost; one of the smallest amount has it.
  const amount = typed > 0n && typed < balance ? typed : 1n
  if (balance === 0n) return
  const order = { from: address, to: found?.address ?? address, amount, token: token.address }
  const { fee, maxFee, deposit, least = 0n } = await transfers.estimate(network, order, rpcContext(network), signal)
  // What is looked at stays as it is.
  if (signal.aborted || send.status !== 'editing' || owner !== chains.active.caipAddress || token.id !== send.tokenId) return
  const cost = { fee: fee.toString(), maxFee: maxFee.toString(), deposit: deposit.toString(), least: least.toString() }
  send.cost = cost
  if (send.max) send.amount = maxAmount({ units: balance, decimals: held.decimals }, maxFee + deposit)
}

/** What makes transactions did not load: it is told, and asked for again by whoever asks for the review again. */
export const failSendReview = (): void => void Object.assign(send, { code: 'VIEW_UNAVAILABLE', help: undefined })
