import type { ListedWallet } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { connect } from './connection'
import { termsFirst } from './legal'
import { navigate } from './modal'
import { installedAs } from './wallet-rows'

type Lists = {
  readonly [List in 'custom' | 'featured' | 'recommended' | 'recent' | 'all' | 'bundled' | 'named']: readonly ListedWallet[]
} & {
  readonly search: { readonly results: readonly ListedWallet[] }
}

/** The record of a listed wallet wherever it is known from, by its id or, where it is not in this browser, its rdns; undefined when it is not. */
export function listedWallet(id: string, lists: Lists = wallets): ListedWallet | undefined {
  const { custom, featured, recommended, recent, search, all, bundled, named } = lists
  for (const list of [custom, featured, recommended, recent, search.results, all, bundled, named]) {
    const found = list.find((each) => each.id === id || each.rdns === id)
    if (found) return found
  }
  return undefined
}

/**
 * Goes on with a wallet that was chosen. One in this browser is asked at once, inside the click, so that it may open its
 * window; the host may refuse the step, and then the view stays. Terms that are to be accepted first stand on Connect.
 */
export function selectWallet(id: string): void {
  wallets.chosen = undefined
  if (termsFirst()) return
  if (id === 'walletConnect') return navigate('ConnectingWalletConnectBasic')
  const listed = listedWallet(id)
  const here = installedAs(id, listed, connectors.list, modal.stack[0]?.data?.namespace)
  if (!here) {
    if (!listed) return
    wallets.chosen = id
    return navigate('ConnectingWallet', { walletId: id })
  }
  // Of one with several chains it is asked first which one is meant.
  if (!here.parts) void connect({ wallet: here.id })
  if (here.parts || attempt.wallet?.id === here.id) navigate('ConnectingWallet', { walletId: here.id })
}
