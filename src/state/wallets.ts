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
  /** "All wallets", pages appended. */
  all: [] as ListedWallet[],
  page: 0,
  /** How many the list has in all. */
  count: 0,
  status: 'idle' as Loaded,
  /** `bundled`: the list that ships with us, because the service is off or down. */
  source: 'service' as 'service' | 'bundled',
  search: { text: '', status: 'idle' as Loaded, results: [] as ListedWallet[] },
}))
