import { ref } from 'valtio/vanilla'
import { baseUrl } from '../api/settings'
import { searchWallets as askService } from '../api/wallets'
import { toWalletError } from '../lib/rpc-errors'
import { wallets } from '../state/wallets'
import { report } from './report'

import { isOffered, loadWallets, serviceFilter } from './wallets'

/** Letters from which on a search means something. */
export const SEARCH_MIN_LENGTH = 2
/** How long typing must pause before the service is asked. */
const SEARCH_WAIT_MS = 300
/** No wallet is called so: what people paste into every field stays here, since a search is in the address of its request. */
const NO_NAME = /[@:]|\S{33}/

let stopSearch = () => {}

/** Begins the list anew: nothing is searched for, and its first page loads. Never rejects. */
export function listWallets(): Promise<void> {
  searchWallets('')
  return loadWallets()
}

/**
 * Searches wallets by name; what is loaded already answers at once, the service after a pause in typing. A newer text ends
 * the request of an older one, and fewer than two characters end the search.
 */
export function searchWallets(text: string): void {
  stopSearch()
  const term = text.trim()
  const isSearch = term.length >= SEARCH_MIN_LENGTH
  const known = isSearch ? namedLike(term) : []
  const asks = isSearch && !NO_NAME.test(term) && baseUrl('wallets') !== undefined
  wallets.search = { text, status: asks ? 'loading' : isSearch ? 'ready' : 'idle', results: ref(known) }
  if (!asks) return
  const controller = new AbortController()
  const timer = setTimeout(() => void ask(term, controller.signal), SEARCH_WAIT_MS)
  stopSearch = () => {
    clearTimeout(timer)
    controller.abort()
  }
}

async function ask(term: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await askService({ ...serviceFilter(), search: term }, { signal })
    if (signal.aborted) return
    // The bundled list has answered before, when the typing began.
    const status = answer.source === 'bundled' ? 'failed' : 'ready'
    if (answer.error) report(answer.error)
    const known = new Set(wallets.search.results.map(({ id }) => id))
    const more = answer.wallets.filter((each) => !known.has(each.id) && isOffered(each))
    Object.assign(wallets.search, { status, results: ref([...wallets.search.results, ...more]) })
  } catch (cause) {
    if (signal.aborted) return
    report(toWalletError(cause, 'API_UNAVAILABLE'))
    wallets.search.status = 'failed'
  }
}

function namedLike(term: string) {
  const lower = term.toLowerCase()
  const listed = [...wallets.featured, ...wallets.custom, ...wallets.recommended, ...wallets.all]
  const found = new Map<string, (typeof listed)[number]>()
  for (const each of listed) if (each.name.toLowerCase().includes(lower) && !found.has(each.id)) found.set(each.id, each)
  return [...found.values()]
}
