import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import { isMobile } from '../lib/platform'
import { WATCH } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import type { ViewName } from '../views'
import { onEnd } from './endings'
import { onChange } from './on-change'
import { onError } from './report'

/** Who acts, as far as it is told: never an address. */
type Where = { network: CaipNetworkId | undefined; isSmartAccount: boolean }

/** The events that are sent and what is in them (facts: public API §4.7). */
export type AnalyticsEvents = {
  MODAL_OPEN: { connected: boolean }
  MODAL_CLOSE: { connected: boolean }
  CLICK_ALL_WALLETS: Record<never, never>
  CLICK_NETWORKS: Record<never, never>
  CLICK_WALLET_HELP: Record<never, never>
  CLICK_GET_WALLET: Record<never, never>
  SELECT_WALLET: { name: string; platform: 'mobile' | 'browser' | 'qrcode' }
  CONNECT_SUCCESS: { method: 'mobile' | 'browser' | 'qrcode'; name: string }
  CONNECT_ERROR: { message: string }
  DISCONNECT_SUCCESS: { namespace: ChainNamespace }
  DISCONNECT_ERROR: { message: string }
  SWITCH_NETWORK: { network: CaipNetworkId }
  SIWX_AUTH_SUCCESS: Where
  SIWX_AUTH_ERROR: Where
  OPEN_SEND: Where
  OPEN_SWAP: Where
  OPEN_ENS_FLOW: Where
  REGISTER_NAME_SUCCESS: Where
  SELECT_BUY_CRYPTO: Where
  ERROR_FETCH_TRANSACTIONS: Where
  SEND_ERROR: Where & { message: string }
}
type Sent<K extends keyof AnalyticsEvents> = { event: K; properties: AnalyticsEvents[K]; timestamp: number; url: string }

/** Events wait this long for company, and no longer than until the page is hidden. */
export const BATCH_MS = 5_000
/** A batch is sent at once when it has so many; more are dropped while nothing can be sent. */
export const BATCH_LIMIT = 50

/** What opening a view means. */
const views: Partial<Record<string, 'CLICK_ALL_WALLETS' | 'CLICK_NETWORKS' | 'CLICK_WALLET_HELP' | 'CLICK_GET_WALLET'>> = {
  AllWallets: 'CLICK_ALL_WALLETS',
  Networks: 'CLICK_NETWORKS',
  WhatIsAWallet: 'CLICK_WALLET_HELP',
  GetWallet: 'CLICK_GET_WALLET',
}
const steps: Partial<
  Record<string, 'OPEN_SEND' | 'OPEN_SWAP' | 'OPEN_ENS_FLOW' | 'REGISTER_NAME_SUCCESS' | 'SELECT_BUY_CRYPTO'>
> = {
  Send: 'OPEN_SEND',
  Swap: 'OPEN_SWAP',
  RegisterAccountName: 'OPEN_ENS_FLOW',
  RegisterAccountNameSuccess: 'REGISTER_NAME_SUCCESS',
  OnRamp: 'SELECT_BUY_CRYPTO',
}
const signInFailures = ['SIGNATURE_DECLINED', 'SIGN_IN_FAILED', 'SIGN_IN_MISMATCH', 'SIGNATURE_INVALID']

/** Tells the host's own counter what happens, in batches. No address, e-mail, query or fragment is in it. Returns its stop. */
export function startAnalytics(url: string): () => void {
  let queue: Sent<keyof AnalyticsEvents>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    // As text: JSON by its own type would be asked about first, and a page that is leaving gets no answer.
    if (queue.length > 0 && navigator.sendBeacon(url, JSON.stringify({ events: queue }))) queue = []
  }
  const count = <K extends keyof AnalyticsEvents>(event: K, properties: AnalyticsEvents[K]) => {
    if (queue.length >= BATCH_LIMIT) flush()
    if (queue.length >= BATCH_LIMIT) return
    queue.push({ event, properties, timestamp: Date.now(), url: location.origin + location.pathname })
    timer ??= setTimeout(flush, BATCH_MS)
  }
  const flushHidden = () => document.visibilityState === 'hidden' && flush()
  document.addEventListener('visibilitychange', flushHidden)
  const stops = [...watch(count), () => document.removeEventListener('visibilitychange', flushHidden), flush]
  return () => {
    for (const stop of stops) stop()
  }
}

type Count = <K extends keyof AnalyticsEvents>(event: K, properties: AnalyticsEvents[K]) => void

const connected = () => chains.active.status === 'connected'
const where = (): Where => ({ network: chains.active.networkId, isSmartAccount: chains.active.accountType === 'smartAccount' })

function platform(id: string | undefined) {
  if (id !== 'walletConnect') return 'browser' as const
  return isMobile() ? ('mobile' as const) : ('qrcode' as const)
}

function watch(count: Count): (() => void)[] {
  const looked = (view: ViewName) => {
    const [click, step] = [views[view], steps[view]]
    if (click) count(click, {})
    if (step) count(step, where())
  }
  const attempted = (status: typeof attempt.status) => {
    const { wallet } = attempt
    // An account that is only watched is nobody's wallet.
    if (!wallet || wallet.id === WATCH) return
    const name = wallet.name
    if (status === 'waiting') count('SELECT_WALLET', { name, platform: platform(wallet.id) })
    if (status === 'connected') count('CONNECT_SUCCESS', { method: platform(chains.active.connectorId), name })
  }
  // It loads behind the first opening, which is told too.
  if (modal.elementId !== undefined) count('MODAL_OPEN', { connected: connected() })
  if (attempt.status !== 'idle') attempted(attempt.status)
  return [
    onChange(
      [modal],
      () => modal.elementId !== undefined,
      (open) => count(open ? 'MODAL_OPEN' : 'MODAL_CLOSE', { connected: connected() }),
    ),
    onChange(
      [modal],
      () => modal.view,
      (view) => modal.elementId !== undefined && looked(view),
    ),
    onChange([attempt], () => attempt.status, attempted),
    onChange(
      [chains],
      () => chains.active.networkId,
      (network, before) => connected() && network && before && network !== before && count('SWITCH_NETWORK', { network }),
    ),
    onChange(
      [siwx],
      () => siwx.session,
      (session) => session && count('SIWX_AUTH_SUCCESS', where()),
    ),
    onEnd(({ namespace, reason }) => reason === 'user' && count('DISCONNECT_SUCCESS', { namespace })),
    onError(({ code }) => {
      // The code, not the message: a wallet's own words may hold anything.
      if (attempt.status === 'failed' && attempt.code === code) count('CONNECT_ERROR', { message: code })
      if (code === 'DISCONNECT_FAILED') count('DISCONNECT_ERROR', { message: code })
      if (code === 'TRANSACTIONS_UNAVAILABLE') count('ERROR_FETCH_TRANSACTIONS', where())
      if (code === 'SEND_FAILED' || code === 'SOLANA_SEND_FAILED') count('SEND_ERROR', { ...where(), message: code })
      if (signInFailures.includes(code)) count('SIWX_AUTH_ERROR', where())
    }),
  ]
}
