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
import { choosePrepared } from './prepared-pairing'
import { installedAs } from './wallet-rows'

type Lists = {
  readonly [List in 'custom' | 'featured' | 'recommended' | 'recent' | 'all' | 'bundled' | 'named']: readonly ListedWallet[]
} & {
  readonly search: { readonly results: readonly ListedWallet[] }
}

/** The record of a listed wallet by its id or rdns, from any list that has it; undefined where none has. */
export function listedWallet(id: string, lists: Lists = wallets): ListedWallet | undefined {
  const { custom, featured, recommended, recent, search, all, bundled, named } = lists
  for (const list of [custom, featured, recommended, recent, search.results, all, bundled, named]) {
    const found = list.find((each) => each.id === id || each.rdns === id)
    if (found) return found
  }
  return undefined
}

/**
 * Goes on with the chosen wallet. One in this browser is asked at once, inside the click, so that it may open its window; if the
 * host refuses, the view stays. Shows Connect if the terms have to be accepted first. Returns whether the browser may follow the row's
 * link, which opens the wallet's app with this very press (`led`).
 */
export function selectWallet(id: string, led?: boolean): boolean {
  wallets.chosen = undefined
  if (termsFirst()) return false
  if (id !== WALLET_CONNECT) return select(id, led)
  navigate('ConnectingWalletConnectBasic')
  return false
}

function select(id: string, led?: boolean): boolean {
  const listed = listedWallet(id)
  const here = installedAs(id, listed, connectors.list, modal.stack[0]?.data?.namespace)
  if (!here) {
    if (!listed || !choosePrepared()) return false
    wallets.chosen = id
    // On a phone this press may open the app before the wallet's view is shown.
    meanApp(isMobile() ? listed.mobileLink : undefined)
    navigate('ConnectingWallet', { walletId: id, led })
    return true
  }
  // For a multi-chain wallet the visitor chooses the chain first.
  if (!here.parts) void connect({ wallet: here.id })
  if (here.parts || attempt.wallet?.id === here.id) navigate('ConnectingWallet', { walletId: here.id })
  return false
}
