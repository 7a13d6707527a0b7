import { whenIdle } from '../lib/idle'
import { config, type Feature } from '../state/config'
import { addSheet } from '../ui/adopt'
import { type ViewName, views } from '.'
import { preload } from './pages'
import '../ui/view-motion'
import failedCss from './Failed.css?inline'

// Nothing has failed yet, and later there may be no way to load this.
addSheet(failedCss)

/** Where a visitor can go from a view, the likeliest first. */
const reachable: Partial<Record<ViewName, readonly ViewName[]>> = {
  Connect: ['ConnectingWallet', 'ConnectingWalletConnectBasic', 'AllWallets', 'WhatIsAWallet'],
  AllWallets: ['ConnectingWallet', 'ConnectingWalletConnectBasic', 'Watch'],
  WhatIsAWallet: ['GetWallet'],
  ConnectingWallet: ['Account'],
  ConnectingWalletConnectBasic: ['ConnectingWallet', 'Account'],
  Account: ['Networks', 'Send', 'Receive', 'YourAccount', 'Swap', 'OnRamp', 'Transaction'],
  YourAccount: ['Networks', 'RegisterAccountName'],
  UnsupportedChain: ['Account'],
  Send: ['SendToken', 'SendReview'],
  Swap: ['SwapToken', 'SwapReview'],
  OnRamp: ['BuyProgress'],
  EmailLogin: ['EmailVerifyOtp'],
}

/** Views that not every site offers. */
const features: Partial<Record<ViewName, Feature>> = {
  Send: 'send',
  Swap: 'swap',
  OnRamp: 'onramp',
  Receive: 'receive',
  RegisterAccountName: 'names',
}

/**
 * Loads what may come next, one view after another while nothing else is to do, so that a press shows it at once. A guess
 * that fails is no error: the view asks again when it is shown.
 */
export async function loadAhead(view: ViewName): Promise<void> {
  for (const each of reachable[view] ?? []) {
    const feature = features[each]
    if (feature && !config.features.includes(feature)) continue
    await views[each]().then(
      () => preload(each),
      () => {},
    )
    await new Promise<void>((resolve) => whenIdle(resolve))
  }
}
