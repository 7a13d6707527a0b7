import type { Discover } from './types'

/**
 * Every source of wallets. A new one is a file and a line here. One named like the start of a CAIP-2 id (`solana:`) is loaded only by
 * pages with networks of that namespace.
 */
export const sources: Record<string, () => Promise<{ discover: Discover }>> = {
  announced: () => import('./announced'),
  injected: () => import('./injected'),
  walletConnect: () => import('./wallet-connect'),
  'solana:': () => import('./wallet-standard'),
  'bip122:': () => import('./bitcoin'),
  'polkadot:': () => import('./injected-web3'),
}

let speaking: Promise<typeof import('./eip1193')> | undefined

/** The code for EIP-1193 wallets; loaded once, and tried again after a failure. */
export const eip1193 = () => {
  speaking ??= import('./eip1193').catch((cause) => {
    speaking = undefined
    throw cause
  })
  return speaking
}

/** The WalletConnect connector. */
export const walletConnect = () => import('./wallet-connect')

/** Watched accounts, without a wallet. */
export const watchOnly = () => import('./watch')

/** The Safe app that shows the page in a frame. */
export const safe = () => import('./safe')

/** Wallets given by the host. */
export const external = () => import('./external')

/** The embedded wallet in the secure frame; loaded for an e-mail or social sign-in, or to restore one. */
export const auth = () => import('./auth')
