import { safeLink } from '../lib/links'
import { isAndroid, isIos } from '../lib/platform'
import type { ListedWallet } from '../lib/wallet'

/** Where a wallet can be installed from. */
type StoreName = 'chrome' | 'apple' | 'google' | 'site'
/** A wallet and its store page, `https:` only. */
export type StoreLink = { readonly wallet: ListedWallet; readonly store: StoreName; readonly url: string }

/** The page to get a wallet from on this device: its store, else its own site; undefined where neither is known. */
export function storeLink(wallet: ListedWallet): StoreLink | undefined {
  const [store, link] = isIos()
    ? (['apple', wallet.appStore] as const)
    : isAndroid()
      ? (['google', wallet.playStore] as const)
      : isChromium()
        ? (['chrome', wallet.chromeStore] as const)
        : (['site', wallet.homepage] as const)
  const url = safeLink(link)
  if (url) return { wallet, store, url }
  const site = safeLink(wallet.homepage)
  return site ? { wallet, store: 'site', url: site } : undefined
}

/** Whether extensions of the Chrome store can be installed here: Chrome, Edge, Brave and their like. */
const isChromium = () => typeof navigator !== 'undefined' && /Chrom(e|ium)\//.test(navigator.userAgent ?? '')
