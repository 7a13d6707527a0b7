import { keys, read } from '../lib/storage'
import { attempt } from '../state/attempt'
import { wallets } from '../state/wallets'
import { onChange } from './on-change'

/** Reads the wallets of earlier visits, newest first; does nothing when they are known already. */
export function readRecent(): void {
  if (wallets.recent.length === 0) wallets.recent = read(keys.recentWallets) ?? []
}

/** Remembers the wallet of every connection that a person makes. Returns its stop. */
export function followRecent(): () => void {
  return onChange(
    [attempt],
    () => attempt.status,
    (status) =>
      // Asked for as soon as a wallet is: what it reads may be gone a second after the connection.
      void import('./remember-wallet').then(({ remember }) => status === 'connected' && remember()).catch(() => {}),
  )
}
