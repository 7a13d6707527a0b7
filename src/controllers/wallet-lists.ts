import { whenIdle } from '../lib/idle'
import { readRecent } from './recent-wallets'

// The list, its service and what ships with us are 15 kB that the first frame does without.
const lists = () => import('./wallets')
const search = () => import('./wallet-search')

/** Shows the wallets of earlier visits at once, and loads what else Connect offers. Never rejects. */
export function openWalletLists(): void {
  readRecent()
  whenIdle(load)
}

function load(): void {
  void Promise.all([lists(), search()]).then(
    ([{ loadWallets }, { searchWallets }]) => {
      searchWallets('')
      return loadWallets()
    },
    (cause) => console.warn('<wallet-modal> the wallet list did not load', cause),
  )
}
