import { ref } from 'valtio/vanilla'
import type { ListedWallet } from '../lib/wallet'
import { store } from './store'

type Loaded = 'idle' | 'loading' | 'ready' | 'failed'

/** The wallet list: what is offered beside the installed wallets. */
export const wallets = store(() => ({
  /** Newest first, at most two. */
  recent: [] as ListedWallet[],
  featured: [] as ListedWallet[],
  recommended: [] as ListedWallet[],
  custom: [] as ListedWallet[],
  /** Ids and rdns hidden everywhere, installed wallets included. */
  excluded: [] as string[],
  /** Ids, rdns and names that alone are offered; empty: all are. */
  included: [] as string[],
  /** The list that ships with us, once it has been needed. */
  bundled: ref([] as ListedWallet[]) as ListedWallet[],
  /** Those that the host named by their ids and that no other list held. */
  named: ref([] as ListedWallet[]) as ListedWallet[],
  /** "All wallets", pages appended: a new `ref` each time, because ten thousand records are too many to watch one by one. */
  all: ref([] as ListedWallet[]) as ListedWallet[],
  page: 0,
  /** The next page of "All wallets". */
  paging: 'idle' as Loaded,
  /** "All wallets" holds everything there is. */
  complete: false,
  /** How many the list has in all. */
  count: 0,
  status: 'idle' as Loaded,
  /** `bundled`: the list that ships with us, because the service is off or down. */
  source: 'service' as 'service' | 'bundled',
  /** The listed wallet that a pairing is opened for. */
  chosen: undefined as string | undefined,
  search: { text: '', status: 'idle' as Loaded, results: ref([] as ListedWallet[]) as ListedWallet[] },
}))
