import { safeLink } from '../lib/links'
import { isAndroid, isIos } from '../lib/platform'
import type { ListedWallet } from '../lib/wallet'

/** Where a wallet can be installed from. */
type StoreName = 'chrome' | 'apple' | 'google' | 'site'
/** A wallet and its store page, `https:` only. */
export type StoreLink = { readonly wallet: ListedWallet; readonly store: StoreName; readonly url: string }

/** The page to get a wallet from on this device: its store, else its own site; undefined where neither is known. */
export function storeLink(wallet: ListedWallet): StoreLink | undefined {
  const [store, page] = pageHere(wallet)
  const url = safeLink(page)
  if (url) return { wallet, store, url }
  const site = safeLink(wallet.homepage)
  return site ? { wallet, store: 'site', url: site } : undefined
}

function pageHere({ appStore, playStore, chromeStore, homepage }: ListedWallet): readonly [StoreName, string | undefined] {
  if (isIos()) return ['apple', appStore]
  if (isAndroid()) return ['google', playStore]
  return isChromium() ? ['chrome', chromeStore] : ['site', homepage]
}

/** Whether extensions of the Chrome store can be installed here: Chrome, Edge, Brave and their like. */
const isChromium = () => typeof navigator !== 'undefined' && /Chrom(e|ium)\//.test(navigator.userAgent ?? '')
