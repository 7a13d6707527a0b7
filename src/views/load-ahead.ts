import { whenIdle } from '../lib/idle'
import { config, type Feature } from '../state/config'
import { addSheet } from '../ui/adopt'
import { type ViewName, views } from '.'
import { near } from './near-to'
import { preload } from './pages'
import '../ui/view-motion'
import failedCss from './Failed.css?inline'

// Loaded now: once something has failed, there may be no network to load this.
addSheet(failedCss)
// The same for the message that the network is gone, and for the title of a view that does not load.
void import('./Message').catch(() => {})
void import('./LostTitle').catch(() => {})

/** Whether hovering announces a press; a finger does not hover. */
const warned = matchMedia('(hover: hover)').matches

/** Views that few visitors open: with a pointer they load on hovering (`near-to.ts`), else ahead. */
const few: readonly ViewName[] = warned ? [] : ['ConnectingWalletConnectBasic', 'AllWallets', 'WhatIsAWallet']

/** The views that each view leads to, the likeliest first. */
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

/** Views that a host can switch off, by their feature. */
const features: Partial<Record<ViewName, Feature>> = {
  Send: 'send',
  Swap: 'swap',
  OnRamp: 'onramp',
  Receive: 'receive',
  RegisterAccountName: 'names',
}

/** Loads a view ahead. A failure is ignored, since the view loads again when it is shown. */
const guess = (view: ViewName): Promise<unknown> =>
  views[view]().then(
    () => preload(view),
    () => {},
  )
near.load = guess

/** Loads the views that may come next, one after another when idle, so that a press shows them at once. */
export async function loadAhead(view: ViewName): Promise<void> {
  for (const each of reachable[view] ?? []) {
    const feature = features[each]
    if (feature && !config.features.includes(feature)) continue
    await guess(each)
    await new Promise<void>((resolve) => whenIdle(resolve))
  }
}
