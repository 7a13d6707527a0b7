import type { Discover } from './types'

/** Every way to reach a wallet. A new one is a file and a line here. */
export const sources: Record<string, () => Promise<{ discover: Discover }>> = {
  announced: () => import('./announced'),
  injected: () => import('./injected'),
  walletConnect: () => import('./wallet-connect'),
}

/** What WalletConnect is told of the app. */
export const walletConnect = () => import('./wallet-connect')

/** Wallets that the host makes. */
export const external = () => import('./external')
