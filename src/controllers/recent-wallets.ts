import { keys, read } from '../lib/storage'
import { wallets } from '../state/wallets'

/** Reads the wallets of earlier visits, newest first; does nothing when they are known already. */
export function readRecent(): void {
  // Writing a new empty list would make every view render again.
  const kept = wallets.recent.length === 0 && read(keys.recentWallets)
  if (kept) wallets.recent = kept
}
