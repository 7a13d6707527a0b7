import { whenIdle } from '../lib/idle'
import { readRecent } from './recent-wallets'

/** Shows the wallets of earlier visits at once, and loads what else Connect offers. Never rejects. */
export function openWalletLists(): void {
  readRecent()
  // The list, its service and what ships with us are 15 kB that the first frame does without.
  whenIdle(() => {
    import('./wallet-search').then(
      ({ listWallets }) => listWallets(),
      (cause) => console.warn('<wallet-modal> a part did not load', cause),
    )
  })
}
