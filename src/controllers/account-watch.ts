import type { CaipAddress } from '../lib/caip'
import { untilLoaded } from '../lib/until-loaded'
import { whenLoaded } from '../lib/when-loaded'
import { account, unreadAccount } from '../state/account'
import { chains } from '../state/chains'

type Reader = { readonly refreshAccount: () => unknown }
const reader = () => import('./account')
/** How many views or elements show the account's data. */
export let watchers = 0

/** Keeps the account’s data current while something shows it, also where the code for that loads late. Returns its stop. */
export function watchAccount(load: () => Promise<Reader> = reader): () => void {
  watchers++
  const over = new AbortController()
  void untilLoaded(load, over.signal).then(({ refreshAccount }) => refreshAccount())
  return () => {
    if (!over.signal.aborted) watchers--
    over.abort()
  }
}

/** After a change of account: drops the data of the one before, and reads anew if something shows them. */
export function followAccount(): void {
  if (chains.active.caipAddress !== account.owner) resetAccount(chains.active.caipAddress)
  if (watchers > 0) whenLoaded(reader(), ({ readNext }) => readNext())
}

/** Replaces the account's data by empty ones of another account. */
export function resetAccount(owner: CaipAddress | undefined): void {
  Object.assign(account, unreadAccount(owner))
}
