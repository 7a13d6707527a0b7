import type { CaipAddress } from '../lib/caip'
import { whenLoaded } from '../lib/when-loaded'
import { account, unreadAccount } from '../state/account'
import { chains } from '../state/chains'

const reader = () => import('./account')
/** How many things show the account's data. */
export let watchers = 0

/** Keeps the account's data current while something shows it. Returns its stop. */
export function watchAccount(): () => void {
  watchers++
  whenLoaded(reader(), ({ refreshAccount }) => refreshAccount())
  let watching = true
  return () => {
    if (watching) watchers--
    watching = false
  }
}

/** Another account is the active one, or it has paid: what was known of another is dropped, and it is read anew if it is on screen. */
export function followAccount(): void {
  if (chains.active.caipAddress !== account.owner) resetAccount(chains.active.caipAddress)
  if (watchers > 0) whenLoaded(reader(), ({ readNext }) => readNext())
}

/** Forgets what is known of the account before and starts with another. */
export function resetAccount(owner: CaipAddress | undefined): void {
  Object.assign(account, unreadAccount(owner))
}
