import { whenIdle } from '../lib/idle'
import { config, type Feature } from '../state/config'
import { addSheet } from '../ui/adopt'
import { type ViewName, views } from '.'
import { near } from './near'
import { preload } from './pages'
import '../ui/view-motion'
import failedCss from './Failed.css?inline'

// Nothing has failed yet, and later there may be no way to load this.
addSheet(failedCss)
// What is said of a lost network must not have to be fetched then, nor what a view is called that is lost with it.
void import('./Message').catch(() => {})
void import('./LostTitle').catch(() => {})

/** Whether a pointer is seen to come near what it is about to press; a finger gives no such warning. */
const warned = matchMedia('(hover: hover)').matches

/** What few want: where a press is seen to come, it loads then (`near.ts`). */
const few: readonly ViewName[] = warned ? [] : ['ConnectingWalletConnectBasic', 'AllWallets', 'WhatIsAWallet']

/** Where a visitor can go from a view, the likeliest first. */
const reachable: Partial<Record<ViewName, readonly ViewName[]>> = {
  Connect: ['ConnectingWallet', ...few],
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
  RegisterAccountName: ['RegisterAccountNameSuccess'],
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

/** A guess that fails is no error: the view asks again when it is shown. */
const guess = (view: ViewName): Promise<unknown> =>
  views[view]().then(
    () => preload(view),
    () => {},
  )
near.load = guess

/** Loads what may come next, one view after another while nothing else is to do, so that a press shows it at once. */
export async function loadAhead(view: ViewName): Promise<void> {
  for (const each of reachable[view] ?? []) {
    const feature = features[each]
    if (feature && !config.features.includes(feature)) continue
    await guess(each)
    await new Promise<void>((resolve) => whenIdle(resolve))
  }
}
