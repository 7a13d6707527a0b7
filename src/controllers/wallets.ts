import { ref } from 'valtio/vanilla'
import { bundledWallets } from '../api/bundled-wallets'
import { baseUrl } from '../api/settings'
import { getWallets, WALLETS_PAGE_SIZE, WALLETS_RECOMMENDED_SIZE } from '../api/wallets'
import type { WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import type { ListedWallet } from '../lib/wallet'
import { config } from '../state/config'
import { wallets } from '../state/wallets'
import { readRecent } from './recent-wallets'
import { report } from './report'
import { expandWords, isNamedBy, type Matchable, offers } from './wallet-match'

/** Connect waits this long for the service's wallets; then it shows bundled ones, and keeps them. */
export const PATIENCE_MS = 2_000

type Load = { readonly key: string; readonly controller: AbortController; readonly done: Promise<void> }
let load: Load | undefined
/** False if no wallet of the list names the host's chains. */
let filtersByChain = true

/**
 * Loads what Connect offers beside installed wallets: featured and recommended ones, and the number of all. Once for each configuration.
 * Never rejects: without a service (DECISIONS 4), or if it does not answer, the bundled list is used.
 */
export function loadWallets(): Promise<void> {
  const { featuredWallets, includeWallets, excludeWallets, networkIds, projectId } = config
  const key = JSON.stringify([baseUrl('wallets'), projectId, featuredWallets, includeWallets, excludeWallets, networkIds])
  if (load?.key === key) return load.done
  readRecent()
  forgetWallets()
  const known = [...bundledWallets, ...wallets.custom]
  wallets.bundled = ref([...bundledWallets])
  wallets.excluded = expandWords(excludeWallets, known)
  wallets.included = expandWords(includeWallets, known)
  const controller = new AbortController()
  load = { key, controller, done: loadLists(controller.signal) }
  return load.done
}

/** Asks the service again after it did not answer. */
export async function reloadWallets(): Promise<void> {
  forgetWallets()
  await loadMoreWallets()
}

/** Cancels all requests and clears the lists, except the host's own wallets and those used before. */
export function forgetWallets(): void {
  load?.controller.abort()
  load = undefined
  const lists = { featured: [], recommended: [], excluded: [], included: [], named: ref([]), all: ref([]) }
  Object.assign(wallets, { ...lists, page: 0, paging: 'idle', complete: false, count: 0, status: 'idle', source: 'service' })
}

/** Appends the next page of "All wallets"; the first call loads the first. Never rejects: a failure is in `wallets.paging`. */
export async function loadMoreWallets(): Promise<void> {
  await loadWallets()
  if (!load || wallets.complete || wallets.paging === 'loading') return
  const { signal } = load.controller
  wallets.paging = 'loading'
  const page = wallets.page + 1
  const { exclude, ...filter } = serviceFilter()
  const shown = [...wallets.featured, ...wallets.recommended].map(({ id }) => id).filter(isListId)
  try {
    const query = { ...filter, page, entries: WALLETS_PAGE_SIZE, exclude: [...exclude, ...shown] }
    const answer = await getWallets(query, { signal })
    if (signal.aborted) return
    if (answer.source === 'bundled') return takeBundled(answer.error)
    const known = new Set(wallets.all.map(({ id }) => id))
    const all = ref([...wallets.all, ...answer.wallets.filter((each) => !known.has(each.id) && isOffered(each))])
    const complete = answer.wallets.length === 0 || page * WALLETS_PAGE_SIZE >= answer.count
    Object.assign(wallets, { all, page, complete, paging: 'ready' })
  } catch (cause) {
    if (signal.aborted) return
    wallets.paging = 'failed'
    report(toWalletError(cause, 'API_UNAVAILABLE'))
  }
}

/** Whether the bundled list is used because the service does not answer. */
export const isListDown = (): boolean => wallets.source === 'bundled' && baseUrl('wallets') !== undefined

/** Filters of every request to the service: the host's include and exclude lists and its networks. */
export const serviceFilter = () => ({
  include: listOrNone(wallets.included.filter(isListId)),
  exclude: wallets.excluded.filter(isListId),
  chains: filtersByChain ? config.networkIds : undefined,
})

/** Whether a wallet may be offered by the host's include and exclude lists. */
export const isOffered = (wallet: Matchable): boolean => offers({ include: wallets.included, exclude: wallets.excluded })(wallet)

async function loadLists(signal: AbortSignal): Promise<void> {
  if (baseUrl('wallets') === undefined) {
    suggestBundled()
    return takeBundled()
  }
  wallets.status = 'loading'
  const patience = setTimeout(suggestBundled, PATIENCE_MS)
  try {
    const { featured, recommended, count, source, error } = await askService(signal)
    if (signal.aborted) return
    // Not if the wait is over: wallets on screen are not exchanged.
    if (wallets.status === 'loading') Object.assign(wallets, { featured, recommended, status: 'ready' })
    if (source === 'bundled') takeBundled(error)
    else wallets.count = count + wallets.featured.length
  } catch (cause) {
    if (signal.aborted) return
    if (wallets.status === 'loading') suggestBundled()
    takeBundled()
    report(toWalletError(cause, 'API_UNAVAILABLE'))
  } finally {
    clearTimeout(patience)
  }
}

/** Featured and recommended wallets from the service, `count` without the featured ones. */
async function askService(signal: AbortSignal) {
  const ids = namedIds(config.featuredWallets)
  const askRecommended = () => {
    const { exclude, ...filter } = serviceFilter()
    const query = { ...filter, entries: WALLETS_RECOMMENDED_SIZE, exclude: [...exclude, ...ids] }
    return getWallets(query, { signal })
  }
  filtersByChain = true
  const [featured, first] = await Promise.all([
    // Without chains: the host chose them by hand (facts: provider API §4.1).
    ids.length > 0 ? getWallets({ entries: ids.length, include: ids }, { signal }) : { wallets: [] },
    learnWords(signal).then(askRecommended),
  ])
  // A local or test chain is in no wallet's record, but any wallet may support it.
  if (first.count === 0) filtersByChain = false
  const answer = first.count === 0 ? await askRecommended() : first
  const chosen = inOrder(config.featuredWallets, [...featured.wallets, ...wallets.bundled])
  return { ...answer, featured: chosen, recommended: answer.wallets.filter(isOffered) }
}

/** Looks up rdns and names for ids of the include and exclude lists that the bundled list lacks. */
async function learnWords(signal: AbortSignal): Promise<void> {
  const words = [...wallets.excluded, ...wallets.included]
  const unknown = words.filter((id) => isListId(id) && !wallets.bundled.some((each) => each.id === id))
  if (unknown.length === 0) return
  const answer = await getWallets({ entries: unknown.length, include: unknown }, { signal })
  if (signal.aborted) return
  wallets.excluded = expandWords(wallets.excluded, answer.wallets)
  wallets.included = expandWords(wallets.included, answer.wallets)
}

/** Suggests bundled wallets, because the service is off, slow or down. */
function suggestBundled(): void {
  const featured = inOrder(config.featuredWallets, wallets.bundled)
  const rest = wallets.bundled.filter((each) => isOffered(each) && !featured.includes(each))
  Object.assign(wallets, { featured, recommended: rest.slice(0, WALLETS_RECOMMENDED_SIZE), status: 'ready' })
}

/** Makes the bundled list "All wallets", and reports why. */
function takeBundled(error?: WalletError): void {
  const all = ref(wallets.bundled.filter(isOffered))
  Object.assign(wallets, { source: 'bundled', all, count: all.length, paging: 'ready', complete: true })
  if (error) report(error)
}

/** The records that `words` name, in the order of the words. */
const inOrder = (words: readonly string[], list: readonly ListedWallet[]): ListedWallet[] =>
  words.flatMap((word) => list.find((each) => isNamedBy(word, each)) ?? [])

/** The list ids that words mean; words without one (an rdns that no record has) are left out. */
const namedIds = (words: readonly string[]): string[] => {
  const ids = words.map((word) => (isListId(word) ? word : wallets.bundled.find((each) => isNamedBy(word, each))?.id))
  return [...new Set(ids)].filter((id) => id !== undefined)
}

/** Whether a word is an id of the wallet list. */
export const isListId = (word: string) => /^[0-9a-f]{64}$/.test(word)
const listOrNone = (words: readonly string[]) => (words.length > 0 ? words : undefined)
