import type { ComponentType } from 'react'

export type View = () => Promise<{ default: ComponentType }>

/** Views that are rarely the first one; their import()s are in `later-views.ts`, which loads with the first of them. */
const lateNames =
  'Networks UnsupportedChain SIWXSignMessage WhatIsAWallet GetWallet Receive YourAccount Transaction Send SendReview SendToken ' +
  'Swap SwapReview SwapToken OnRamp BuyProgress Watch RegisterAccountName RegisterAccountNameSuccess ' +
  'EmailLogin EmailVerifyOtp EmailVerifyDevice UpdateEmail ApproveTransaction ' +
  'SmartSessionList SmartSessionCreated ConnectingSocial ConnectingFarcaster'
type LateName = keyof typeof import('./later-views').laterViews

const later = (view: LateName): [LateName, View] => [view, () => import('./later-views').then((later) => later.default(view))]

/** Every view and its chunk. A new view is one file, its name here and a line in `later-views.ts`, and its title a line in the locale. */
export const views = {
  Connect: () => import('./Connect'),
  AllWallets: () => import('./AllWallets'),
  ConnectingWallet: () => import('./ConnectingWallet'),
  ConnectingWalletConnectBasic: () => import('./ConnectingWalletConnectBasic'),
  Account: () => import('./Account'),
  ...(Object.fromEntries((lateNames.split(' ') as LateName[]).map(later)) as Record<LateName, View>),
} satisfies Record<string, View>

export type ViewName = keyof typeof views

/** Draws Connect before React has loaded. */
export const firstFrame = () => import('./first-frame')
