import type { ChainNamespace } from '../lib/caip'
import type { Discover } from './types'

type Source = () => Promise<{ discover: Discover }>

/** Every way to reach a wallet. A new one is a file and a line here. */
export const sources: Record<string, Source> = {
  announced: () => import('./announced'),
  injected: () => import('./injected'),
  walletConnect: () => import('./wallet-connect'),
}

/** Ways to reach wallets of one namespace alone: a page without it does not load them. */
export const namespaceSources: Partial<Record<ChainNamespace, Source>> = {
  solana: () => import('./wallet-standard'),
}

/** What WalletConnect is told of the app. */
export const walletConnect = () => import('./wallet-connect')

/** Wallets that the host makes. */
export const external = () => import('./external')
