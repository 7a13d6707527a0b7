import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { type StoreLink, storeLink } from './store-link'
import { isSameWallet } from './wallet-match'
import { isOffered } from './wallets'

/** How many wallets "Get a wallet" shows. */
const STORE_LINK_LIMIT = 5

/** Wallets that can be installed on this device and are not yet, with the store page of each. */
export function installableWallets(listed: readonly ListedWallet[], installed: readonly WalletInfo[]): StoreLink[] {
  const links: StoreLink[] = []
  for (const wallet of listed) {
    if (links.length === STORE_LINK_LIMIT) break
    const isShown = [...installed, ...links.map((each) => each.wallet)].some((other) => isSameWallet(other, wallet))
    const link = !isShown && isOffered(wallet) && storeLink(wallet)
    if (link) links.push(link)
  }
  return links
}
