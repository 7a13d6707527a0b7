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

/** How long the connected state is shown before the modal closes. */
export const CONNECTED_MS = 900

/** Views that serve to connect; they are left once a wallet is connected. */
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

/** Views that lead to one wallet, by its id. */
const ways: Readonly<Record<string, RegExp>> = {
  [AUTH_ID]: /^(Email|ConnectingSocial|ConnectingFarcaster)/,
  [WALLET_CONNECT]: /^ConnectingWalletConnect/,
}

let leaving: ReturnType<typeof setTimeout> | undefined

/**
 * After connecting, the wallet's screen shows that for a moment; then a dialog closes and an element in the page shows the account.
 * Any other view stays.
 */
export function leaveConnecting(): void {
  // If it is disconnected in that moment, as by a host that refuses the account, the timer still runs.
  if (attempt.status === 'idle') return
  // The timer of an earlier connection would forget this attempt, and the modal would never close.
  clearTimeout(leaving)
  if (attempt.status !== 'connected') return
  if (connecting.includes(modal.view)) {
    // Also where promptNetwork has shown this network before, with another wallet.
    if (!isConfigured(chains.active.networkId) && config.wrongNetwork === 'prompt') openAnywhere('UnsupportedChain')
    else replaceView('ConnectingWallet')
  }
  const { top: shown, elementId } = modal
  leaving = setTimeout(() => {
    // A sign-in goes on in the same dialog.
    if (siwx.checking) return
    forgetAttempt()
    // Another view was opened meanwhile, or the modal was closed.
    if (shown.view !== 'ConnectingWallet' || modal.top !== shown || modal.elementId !== elementId) return
    if (elementId === undefined) resetHome()
    else hideModal()
  }, CONNECTED_MS)
}

/**
 * Leaves Connect, or a view that leads to one wallet (a step of signing in, the QR code), once a stored session or another tab's has
 * connected that wallet.
 */
export function leaveFound(): void {
  const { active, activeNamespace } = chains
  const { namespace = activeNamespace } = modal.top.data ?? {}
  const isFound = active.address !== undefined && attempt.status !== 'connected' && namespace === activeNamespace
  const isStep = ways[active.connectorId ?? '']?.test(modal.view)
  if (isFound && (isStep || (modal.elementId !== undefined && modal.view === 'Connect'))) resetHome()
}
