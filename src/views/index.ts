import type { ComponentType } from 'react'

type View = () => Promise<{ default: ComponentType }>

/** Every view and its chunk. A new view is one file and one line here, and its title a line in `locales/en.ts`. */
export const views = {
  Connect: () => import('./Connect'),
  AllWallets: () => import('./AllWallets'),
  ConnectingWallet: () => import('./ConnectingWallet'),
  ConnectingWalletConnectBasic: () => import('./ConnectingWalletConnectBasic'),
  Account: () => import('./Account'),
  Networks: () => import('./Networks'),
  UnsupportedChain: () => import('./UnsupportedChain'),
  SIWXSignMessage: () => import('./SIWXSignMessage'),
  WhatIsAWallet: () => import('./WhatIsAWallet'),
  GetWallet: () => import('./GetWallet'),
  Receive: () => import('./Receive'),
  YourAccount: () => import('./YourAccount'),
  Transaction: () => import('./Transaction'),
  RegisterAccountName: () => import('./RegisterAccountName'),
  RegisterAccountNameSuccess: () => import('./RegisterAccountNameSuccess'),
} satisfies Record<string, View>

export type ViewName = keyof typeof views
