import type { ListedWallet } from '../lib/wallet'
import { type RowStores, wordsOf } from './connect-rows'
import { canUse, offers } from './wallet-match'

/** The wallets with a mobile app that may be offered, each once, those used before first. */
export function walletApps({ wallets, config, modal }: Pick<RowStores, 'wallets' | 'config' | 'modal'>): ListedWallet[] {
  const { recent, featured, custom, recommended, all } = wallets
  const wanted = modal.stack[0]?.data?.namespace
  const own = new Set([...featured, ...custom].map(({ id }) => id))
  // A wallet that was used before may not be offered any more.
  const offered = offers(wordsOf({ wallets, config }))
  const unique = new Map(
    [...recent, ...featured, ...custom, ...recommended, ...all].map((each) => [each.id, each as ListedWallet]),
  )
  return [...unique.values()].filter((each) => each.mobileLink && canUse(each, wanted) && offered(each, own.has(each.id)))
}
