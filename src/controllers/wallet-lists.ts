import { whenIdle } from '../lib/idle'
import { whenLoaded } from '../lib/when-loaded'
import { readRecent } from './recent-wallets'

/** Shows the wallets of earlier visits at once, and loads what else Connect offers. Never rejects. */
export function openWalletLists(): void {
  readRecent()
  // The list, its service and what ships with us are 15 kB that the first frame does without.
  whenIdle(() => {
    whenLoaded(import('./wallet-search'), ({ listWallets }) => listWallets())
  })
}
