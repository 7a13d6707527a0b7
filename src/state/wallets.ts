import { ref } from 'valtio/vanilla'
import type { LoadStatus } from '../lib/load-status'
import type { ListedWallet } from '../lib/wallet'
import { store } from './store'

/** The wallet list: what is offered besides the installed wallets. */
export const wallets = store(() => ({
  /** Newest first, at most two. */
  recent: [] as ListedWallet[],
  featured: [] as ListedWallet[],
  recommended: [] as ListedWallet[],
  custom: [] as ListedWallet[],
  /** Ids and rdns hidden everywhere, installed wallets included. */
  excluded: [] as string[],
  /** Only these ids, rdns and names are offered; empty: all are. */
  included: [] as string[],
  /** The list that ships with us, loaded when first needed. */
  bundled: ref([] as ListedWallet[]) as ListedWallet[],
  /** Wallets that the host named by id and that are in no other list. */
  named: ref([] as ListedWallet[]) as ListedWallet[],
  /** "All wallets", page after page; a new `ref` each time, as ten thousand records are too many to proxy. */
  all: ref([] as ListedWallet[]) as ListedWallet[],
  page: 0,
  /** The next page of "All wallets". */
  paging: 'idle' as LoadStatus,
  /** All pages of "All wallets" are loaded. */
  complete: false,
  /** The total number of wallets in the list. */
  count: 0,
  status: 'idle' as LoadStatus,
  /** `bundled`: the list that ships with us, because the service is off or down. */
  source: 'service' as 'service' | 'bundled',
  /** The listed wallet that is being paired. */
  chosen: undefined as string | undefined,
  search: { text: '', status: 'idle' as LoadStatus, results: ref([] as ListedWallet[]) as ListedWallet[] },
}))
