import { ref } from 'valtio/vanilla'
import { adapters } from '../adapters'
import { getHistory, type HistoryPage } from '../api/history'
import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { isSpam, type Transaction } from '../lib/transaction'
import { chains } from '../state/chains'
import { history, MAX_EMPTY_PAGES, unreadHistory } from '../state/history'
import { action } from './action'

const NONE: HistoryPage = { transactions: [], next: undefined }

let reading: AbortController | undefined
let paging: AbortController | undefined

/**
 * Reads the newest page of the active account's history; the present list stays meanwhile. An answer for another account is
 * dropped. Throws TRANSACTIONS_UNAVAILABLE.
 */
export const refreshHistory = action('TRANSACTIONS_UNAVAILABLE', async (): Promise<void> => {
  const asked = chains.active.caipAddress
  if (history.owner !== asked) forgetHistory(asked)
  if (!asked) return
  reading?.abort()
  const own = new AbortController()
  reading = own
  if (!isRead()) history.status = 'loading'
  try {
    const page = await readPages(asked, undefined, own.signal)
    if (own.signal.aborted || asked !== chains.active.caipAddress) return
    const { list, joined } = renewed(history.list, page ?? NONE)
    if (!joined) paging?.abort()
    const status = page ? 'ready' : 'unserved'
    Object.assign(history, { list: ref(list), status, ...(!joined && { cursor: page?.next, paging: 'idle' }) })
  } catch (cause) {
    if (own.signal.aborted || asked !== chains.active.caipAddress) return
    // The present list stays if it cannot be renewed.
    if (isRead()) return
    Object.assign(history, { status: 'failed', cursor: undefined })
    throw cause
  }
})

/** Reads the next page, and further ones while they have nothing to show. Throws TRANSACTIONS_UNAVAILABLE. */
export const loadMoreHistory = action('TRANSACTIONS_UNAVAILABLE', async (): Promise<void> => {
  const asked = history.owner
  const { cursor } = history
  if (!asked || cursor === undefined || history.paging === 'loading') return
  const own = new AbortController()
  paging = own
  history.paging = 'loading'
  try {
    const page = (await readPages(asked, cursor, own.signal)) ?? NONE
    if (own.signal.aborted || asked !== history.owner) return
    const known = new Set(history.list.map(({ id }) => id))
    const list = [...history.list, ...page.transactions.filter(({ id }) => !known.has(id))]
    Object.assign(history, { list: ref(list), cursor: page.next, paging: 'idle' })
  } catch (cause) {
    if (own.signal.aborted || asked !== history.owner) return
    history.paging = 'failed'
    throw cause
  }
})

/** Cancels what is being read: the history has left the screen. */
export function leaveHistory(): void {
  reading?.abort()
  paging?.abort()
  if (history.status === 'loading') history.status = 'idle'
  if (history.paging === 'loading') history.paging = 'idle'
}

const isRead = () => history.status === 'ready' || history.status === 'unserved'

function forgetHistory(owner: CaipAddress | undefined): void {
  leaveHistory()
  Object.assign(history, unreadHistory(owner))
}

/**
 * Reads pages until one has something to show; undefined where the provider does not serve the network. A `next` that equals the
 * cursor before ends the list.
 */
async function readPages(asked: CaipAddress, first: string | undefined, signal: AbortSignal): Promise<HistoryPage | undefined> {
  const { namespace, networkId, address } = parseCaipAddress(asked)
  const loaded = await adapters[namespace]?.load?.()
  // Addresses in their standard form, so that people can compare them.
  const inStandard = (text: string) => loaded?.adapter.normalizeAddress(text) ?? text
  const read: Transaction[] = []
  let cursor = first
  for (let count = 1; ; count++) {
    const page = await getHistory({ networkId, address, cursor }, { signal })
    if (!page) return undefined
    const { transactions, next } = page
    read.push(...transactions.map((each) => ({ ...each, from: inStandard(each.from), to: inStandard(each.to) })))
    const isEnd = next === undefined || next === cursor
    if (isEnd || count >= MAX_EMPTY_PAGES || !transactions.every(isSpam))
      return { transactions: read, next: isEnd ? undefined : next }
    cursor = next
  }
}

/** The newest page, followed by the known list if the two overlap (`joined`); else there would be a gap, and the page alone is the list. */
function renewed(known: readonly Transaction[], page: HistoryPage): { list: readonly Transaction[]; joined: boolean } {
  const last = page.transactions.at(-1)
  const ids = new Set(page.transactions.map(({ id }) => id))
  if (!last || page.next === undefined || !known.some(({ id }) => ids.has(id))) return { list: page.transactions, joined: false }
  return { list: [...page.transactions, ...known.filter(({ id, at }) => at <= last.at && !ids.has(id))], joined: true }
}
