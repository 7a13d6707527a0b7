import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { type StoreLink, storeLink } from './store-link'
import { isSameWallet } from './wallet-match'
import { isOffered } from './wallets'

/** Wallets that "Get a wallet" shows. */
const STORE_LINK_LIMIT = 5

/** Wallets that can be installed on this device and are not, with the page to get each from. */
export function installableWallets(listed: readonly ListedWallet[], installed: readonly WalletInfo[]): StoreLink[] {
  const fresh = listed.filter(
    (each, at) =>
      isOffered(each) &&
      !installed.some((other) => isSameWallet(other, each)) &&
      listed.findIndex((other) => isSameWallet(other, each)) === at,
  )
  return fresh.flatMap((wallet) => storeLink(wallet) ?? []).slice(0, STORE_LINK_LIMIT)
}
