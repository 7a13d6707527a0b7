import { laterWords } from '../controllers/later-words'
import type { View } from '.'
// Arrow keys in lists; loaded here, since nobody uses them in the first frame.
import '../ui/list-keys'

/** The chunks of views that are rarely the first one. */
export const laterViews = {
  SIWXSignMessage: () => import('./SIWXSignMessage'),
  UnsupportedChain: () => import('./UnsupportedChain'),
  Networks: () => import('./Networks'),
  WhatIsAWallet: () => import('./WhatIsAWallet'),
  GetWallet: () => import('./GetWallet'),
  Receive: () => import('./Receive'),
  YourAccount: () => import('./YourAccount'),
  Watch: () => import('./Watch'),
  Transaction: () => import('./Transaction'),
  RegisterAccountName: () => import('./RegisterAccountName'),
  RegisterAccountNameSuccess: () => import('./RegisterAccountNameSuccess'),
  Send: () => import('./Send'),
  SendReview: () => import('./SendReview'),
  SendToken: () => import('./SendToken'),
  Swap: () => import('./Swap'),
  SwapReview: () => import('./SwapReview'),
  SwapToken: () => import('./SwapToken'),
  OnRamp: () => import('./OnRamp'),
  BuyProgress: () => import('./BuyProgress'),
  EmailLogin: () => import('./EmailLogin'),
  EmailVerifyOtp: () => import('./EmailVerifyOtp'),
  EmailVerifyDevice: () => import('./EmailVerifyDevice'),
  UpdateEmail: () => import('./UpdateEmail'),
  ApproveTransaction: () => import('./ApproveTransaction'),
  SmartSessionList: () => import('./SmartSessionList'),
  SmartSessionCreated: () => import('./SmartSessionCreated'),
  ConnectingSocial: () => import('./ConnectingSocial'),
  ConnectingFarcaster: () => import('./ConnectingFarcaster'),
} satisfies Record<string, View>

/** Loads one of these views, with its words. */
export default async (view: keyof typeof laterViews): ReturnType<View> =>
  (await Promise.all([laterViews[view](), laterWords()]))[0]
