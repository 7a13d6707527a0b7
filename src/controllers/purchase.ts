import { baseUrl } from '../api/settings'
import { parseCaipAddress } from '../lib/caip'
import { compareDecimals } from '../lib/decimal'
import { isDecimal } from '../lib/format'
import { paymentPage } from '../lib/onramp'
import { plainText } from '../lib/text'
import { whenLoaded } from '../lib/when-loaded'
import { buy } from '../state/buy'
import { chains } from '../state/chains'
import { askPage, PAGE_RENEWAL_MS } from './buy'
import { whileVisible } from './while-visible'

/** How often the history is asked for the purchase, and after how long the view says that nothing has arrived (facts: state-and-routing §14). */
const PURCHASE_POLL_MS = 4_000
export const PURCHASE_LIMIT_MS = 180_000
/** Nobody can have paid on the seller's page within this. */
const SOONEST_MS = 10_000

/** States in which nothing is awaited. */
const OVER: readonly (typeof buy.progress)[] = ['done', 'failed', 'untold']

/** Follows the purchase through the seller's history to its end. Returns its stop. */
export function followPurchase(): () => void {
  let stopped = false
  let busy = false
  const look = async () => {
    const { buyer } = buy
    if (busy || OVER.includes(buy.progress)) return
    // Opened with nothing bought: there is nothing to wait for.
    if (!buyer) {
      buy.progress = 'late'
      return
    }
    busy = true
    const { networkId, address } = parseCaipAddress(buyer)
    const found = await import('../api/onramp')
      .then(({ getPurchases }) => getPurchases({ networkId, address }))
      .catch(() => undefined)
    busy = false
    if (stopped) return
    // What the first answer lists are earlier purchases. If it comes late, ours may be among them, and the times decide.
    const isEarly = Date.now() - buy.startedAt < SOONEST_MS
    const before = found?.data.filter(({ metadata }) => isEarly || Date.parse(metadata.minedAt) < buy.startedAt - 5_000)
    buy.earlier ??= before?.map(({ id }) => id)
    const ours = found?.data.find(({ id }) => !buy.earlier?.includes(id))
    if (!ours) {
      if (Date.now() - buy.waitingSince > PURCHASE_LIMIT_MS) buy.progress = 'late'
      return
    }
    const [transfer] = ours.transfers ?? []
    const amount = transfer?.quantity.numeric
    const isSome = isDecimal(amount) && compareDecimals(amount, '0') > 0
    buy.bought = isSome ? { amount, symbol: plainText(transfer?.fungible_info?.symbol, 20) } : undefined
    const status = ours.metadata.status
    buy.progress = status.endsWith('_SUCCESS') ? 'done' : status.endsWith('_FAILED') ? 'failed' : 'processing'
    if (buy.progress !== 'done') return
    whenLoaded(import('./account'), ({ refreshAccount }) => refreshAccount())
    whenLoaded(import('./tokens'), ({ refreshTokens }) => refreshTokens())
  }
  const stop = whileVisible(PURCHASE_POLL_MS, () => void look())
  void look()
  return () => {
    stopped = true
    stop()
  }
}

/** Keeps a page of the seller that can be copied for another device: the one that was opened is used up, and any other ends. Returns its stop. */
export function keepPage(): () => void {
  if (!buy.url) return () => {}
  const leaving = new AbortController()
  const renew = async () => {
    const { buyer, progress } = buy
    if (progress === 'done') return
    // The form is another account's by now.
    const isBuyer = buyer && buyer === chains.active.caipAddress
    const answer = isBuyer ? await askPage(buyer, leaving.signal) : ''
    if (!leaving.signal.aborted) buy.url = paymentPage(answer, baseUrl('provider'))
  }
  const stop = whileVisible(PAGE_RENEWAL_MS, () => void renew())
  // The one that was opened leads nowhere on another device.
  buy.url = undefined
  void renew()
  return () => {
    stop()
    leaving.abort()
  }
}
