import { keys, read } from '../lib/storage'
import { wallets } from '../state/wallets'

/** Reads the wallets of earlier visits, newest first; does nothing when they are known already. */
export function readRecent(): void {
  if (wallets.recent.length === 0) wallets.recent = read(keys.recentWallets) ?? []
}
