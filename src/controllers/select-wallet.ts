import { meanApp } from '../lib/meant-app'
import { isMobile } from '../lib/platform'
import { type ListedWallet, WALLET_CONNECT } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { connect } from './connection'
import { termsFirst } from './legal'
import { navigate } from './modal'
import { choosePrepared } from './prepared'
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
 * Returns whether the link of a row, which opens the wallet's app with this very press, may be followed.
 */
export function selectWallet(id: string): boolean {
  wallets.chosen = undefined
  if (termsFirst()) return false
  if (id !== WALLET_CONNECT) return select(id)
  navigate('ConnectingWalletConnectBasic')
  return false
}

function select(id: string): boolean {
  const listed = listedWallet(id)
  const here = installedAs(id, listed, connectors.list, modal.stack[0]?.data?.namespace)
  if (!here) {
    if (!listed || !choosePrepared()) return false
    wallets.chosen = id
    // On a phone its app may open with this very press, before the wallet's screen is there.
    meanApp(isMobile() ? listed.mobileLink : undefined)
    navigate('ConnectingWallet', { walletId: id })
    return true
  }
  // Of one with several chains it is asked first which one is meant.
  if (!here.parts) void connect({ wallet: here.id })
  if (here.parts || attempt.wallet?.id === here.id) navigate('ConnectingWallet', { walletId: here.id })
  return false
}
