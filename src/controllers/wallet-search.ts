import { ref } from 'valtio/vanilla'
import { baseUrl } from '../api/settings'
import { searchWallets as askService } from '../api/wallets'
import { toWalletError } from '../lib/rpc-errors'
import { wallets } from '../state/wallets'
import { report } from './report'
import { isOffered, loadWallets, serviceFilter } from './wallets'

/** A search needs at least this many characters. */
export const SEARCH_MIN_LENGTH = 2
/** How long typing must pause before the service is asked. */
const SEARCH_WAIT_MS = 300
/** Texts that are no wallet's name, as addresses and mail addresses: they are not sent, since a search is part of a URL. */
const NO_NAME = /[@:]|\S{33}/

let stopSearch = () => {}

/** Ends the search and loads the lists. Never rejects. */
export function listWallets(): Promise<void> {
  searchWallets('')
  return loadWallets()
}

/**
 * Searches wallets by name: loaded ones are found at once, those of the service after a pause in typing. A newer text cancels the
 * request of an older one, and fewer than two characters end the search.
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
    // The bundled list was searched already.
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
