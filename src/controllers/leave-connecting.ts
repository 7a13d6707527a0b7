import { AUTH_ID } from '../lib/auth-id'
import { WALLET_CONNECT } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import type { ViewName } from '../views'
import { forgetAttempt } from './connection'
import { hideModal, openAnywhere, replaceView, resetHome } from './modal'
import { isConfigured } from './network-list'

/** How long the connected state stays before the modal goes. */
export const CONNECTED_MS = 900

/** Views that are there to connect; a connection ends their use. */
const connecting: readonly ViewName[] = [
  'Connect',
  'AllWallets',
  'ConnectingWallet',
  'ConnectingWalletConnectBasic',
  'WhatIsAWallet',
  'GetWallet',
  'EmailLogin',
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'ConnectingSocial',
  'ConnectingFarcaster',
]

/** Those that lead to one wallet, by its id. */
const ways: Readonly<Record<string, RegExp>> = {
  [AUTH_ID]: /^(Email|ConnectingSocial|ConnectingFarcaster)/,
  [WALLET_CONNECT]: /^ConnectingWalletConnect/,
}

let leaving: ReturnType<typeof setTimeout> | undefined

/** After a connection: the wallet's screen shows it for a moment, then the modal closes, or an embedded one shows the account. */
export function leaveConnecting(): void {
  // Disconnected in that moment, as by a host that takes no such account, it goes all the same.
  if (attempt.status === 'idle') return
  // The end of an earlier connection would forget this one, whose window would never close.
  clearTimeout(leaving)
  if (attempt.status !== 'connected' || !connecting.includes(modal.view)) return
  // Also of a network that was told of before, with another wallet.
  if (!isConfigured(chains.active.networkId) && config.wrongNetwork === 'prompt') return openAnywhere('UnsupportedChain')
  replaceView('ConnectingWallet')
  const { top: shown, elementId } = modal
  leaving = setTimeout(() => {
    // Whoever has to sign in goes on in the same window.
    if (siwx.checking) return
    forgetAttempt()
    // Somebody has opened another view meanwhile, be it one to connect with, or has closed it: what closes stays as it was.
    if (modal.top !== shown || modal.elementId !== elementId) return
    if (elementId === undefined) resetHome()
    else hideModal()
  }, CONNECTED_MS)
}

/**
 * The last session has been found again, or another tab's, while the ways to connect stood here, or its own way, as a step of
 * signing in or the code: they are of no use any more.
 */
export function leaveFound(): void {
  const { active, activeNamespace } = chains
  const { namespace = activeNamespace } = modal.top.data ?? {}
  const isFound = active.address !== undefined && attempt.status !== 'connected' && namespace === activeNamespace
  const isStep = ways[active.connectorId ?? '']?.test(modal.view)
  if (isFound && (isStep || (modal.elementId !== undefined && modal.view === 'Connect'))) resetHome()
}
