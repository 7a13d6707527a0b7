import type { Discover } from './types'

/**
 * Every way to reach a wallet. A new one is a file and a line here. One that is named like the start of a CAIP-2 id
 * (`solana:`) is for networks of that namespace alone: a page without them does not load it.
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

/** What speaks to an EIP-1193 wallet in this page; there without a wait once it has been loaded, and tried again where it failed. */
export const eip1193 = () => {
  speaking ??= import('./eip1193').catch((cause) => {
    speaking = undefined
    throw cause
  })
  return speaking
}

/** What WalletConnect is told of the app. */
export const walletConnect = () => import('./wallet-connect')

/** Accounts that are looked at without a wallet. */
export const watchOnly = () => import('./watch')

/** The Safe that shows the page in a frame. */
export const safe = () => import('./safe')

/** Wallets that the host makes. */
export const external = () => import('./external')

/** The wallet in the secure frame; it loads where somebody signs in by e-mail or social login, or has before. */
export const auth = () => import('./auth')
