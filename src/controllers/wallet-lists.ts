import { whenIdle } from '../lib/idle'
import { whenLoaded } from '../lib/when-loaded'
import { readRecent } from './recent-wallets'

/** Shows the wallets of earlier visits at once, and loads what else Connect offers. Never rejects. */
export function openWalletLists(): void {
  readRecent()
  // Later: the list, its service and the bundled wallets are 15 kB that the first frame does not need.
  whenIdle(() => {
    whenLoaded(import('./wallet-search'), ({ listWallets }) => listWallets())
  })
}
