import { AUTH_ID } from '../lib/auth-id'
import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import { isMobile } from '../lib/platform'
import { WATCH } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { embedded } from '../state/embedded'
import { history } from '../state/history'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { wallets } from '../state/wallets'
import type { ViewName } from '../views'
import { onStep, type Step } from './consent'
import { onEnd } from './endings'
import { onChange } from './on-change'
import { onError } from './report'

/** Who acts, as far as it is told: never an address. */
type Where = { network: CaipNetworkId | undefined; isSmartAccount: boolean }
type Way = 'mobile' | 'browser' | 'qrcode' | 'email'

/** The events that are sent and what is in them (facts: public API §4.7). */
export type AnalyticsEvents = {
  MODAL_OPEN: { connected: boolean }
  MODAL_CLOSE: { connected: boolean }
  CLICK_ALL_WALLETS: Record<never, never>
  CLICK_NETWORKS: Record<never, never>
  CLICK_WALLET_HELP: Record<never, never>
  CLICK_GET_WALLET: Record<never, never>
  CLICK_TRANSACTIONS: Where
  CLICK_SELECT_TOKEN_TO_SWAP: Record<never, never>
  CLICK_CANCEL_SIWX: Where
  SEARCH_WALLET: Record<never, never>
  SELECT_WALLET: { name: string; platform: Way }
  CONNECT_SUCCESS: { method: Way; name: string }
  CONNECT_ERROR: { message: string }
  DISCONNECT_SUCCESS: { namespace: ChainNamespace }
  DISCONNECT_ERROR: { message: string }
  SWITCH_NETWORK: { network: CaipNetworkId }
  SIWX_AUTH_SUCCESS: Where
  SIWX_AUTH_ERROR: Where
  EMAIL_LOGIN_SELECTED: Record<never, never>
  EMAIL_SUBMITTED: Record<never, never>
  EMAIL_VERIFICATION_CODE_SENT: Record<never, never>
  EMAIL_VERIFICATION_CODE_PASS: Record<never, never>
  EMAIL_VERIFICATION_CODE_FAIL: { message: string }
  DEVICE_REGISTERED_FOR_EMAIL: Record<never, never>
  EMAIL_EDIT: Record<never, never>
  EMAIL_UPGRADE_FROM_MODAL: Record<never, never>
  SOCIAL_LOGIN_STARTED: { provider: string }
  SOCIAL_LOGIN_SUCCESS: { provider: string }
  SOCIAL_LOGIN_ERROR: { provider: string; message: string }
  SOCIAL_LOGIN_CANCELED: { provider: string }
  SET_PREFERRED_ACCOUNT_TYPE: { accountType: string; network: CaipNetworkId | undefined }
  OPEN_SEND: Where
  OPEN_SWAP: Where
  OPEN_ENS_FLOW: Where
  REGISTER_NAME_SUCCESS: Where
  SELECT_BUY_CRYPTO: Where
  SELECT_BUY_PROVIDER: Where
  LOAD_MORE_TRANSACTIONS: Where
  ERROR_FETCH_TRANSACTIONS: Where
  SEND_INITIATED: Where
  SEND_SUCCESS: Where
  SEND_ERROR: Where & { message: string }
  INITIATE_SWAP: Where
  SWAP_SUCCESS: Where
  SWAP_ERROR: Where & { message: string }
  SWAP_APPROVAL_ERROR: Where & { message: string }
}

/** Notes that something has happened. */
export type Count = <K extends keyof AnalyticsEvents>(event: K, properties: AnalyticsEvents[K]) => void
type Bare = { [K in keyof AnalyticsEvents]: Record<never, never> extends AnalyticsEvents[K] ? K : never }[keyof AnalyticsEvents]
type Placed = { [K in keyof AnalyticsEvents]: Where extends AnalyticsEvents[K] ? K : never }[keyof AnalyticsEvents]

/** What opening a view means. */
const clicks: Partial<Record<ViewName, Bare>> = {
  AllWallets: 'CLICK_ALL_WALLETS',
  Networks: 'CLICK_NETWORKS',
  WhatIsAWallet: 'CLICK_WALLET_HELP',
  GetWallet: 'CLICK_GET_WALLET',
  SwapToken: 'CLICK_SELECT_TOKEN_TO_SWAP',
  EmailLogin: 'EMAIL_LOGIN_SELECTED',
  EmailVerifyOtp: 'EMAIL_VERIFICATION_CODE_SENT',
  UpdateEmail: 'EMAIL_EDIT',
}
const steps: Partial<Record<ViewName, Placed>> = {
  Send: 'OPEN_SEND',
  Swap: 'OPEN_SWAP',
  RegisterAccountName: 'OPEN_ENS_FLOW',
  RegisterAccountNameSuccess: 'REGISTER_NAME_SUCCESS',
  OnRamp: 'SELECT_BUY_CRYPTO',
  BuyProgress: 'SELECT_BUY_PROVIDER',
}
const signInFailures = ['SIGNATURE_DECLINED', 'SIGN_IN_FAILED', 'SIGN_IN_MISMATCH', 'SIGNATURE_INVALID']

const connected = () => chains.active.status === 'connected'
const where = (): Where => ({ network: chains.active.networkId, isSmartAccount: chains.active.accountType === 'smartAccount' })
const isOpen = () => modal.elementId !== undefined

function way(id: string | undefined): Way {
  if (id === AUTH_ID) return 'email'
  if (id !== 'walletConnect') return 'browser'
  return isMobile() ? 'mobile' : 'qrcode'
}

/** Follows what the visitor does, and what comes of it. Returns its stops. */
export function watchFacts(count: Count): (() => void)[] {
  // It loads behind the first opening, which is told too.
  if (isOpen()) count('MODAL_OPEN', { connected: connected() })
  return [...watchModal(count), ...watchConnection(count), ...watchEmbedded(count), ...watchMoney(count), watchErrors(count)]
}

function watchModal(count: Count) {
  const looked = (view: ViewName, before: ViewName) => {
    const [click, step] = [clicks[view], steps[view]]
    if (click) count(click, {})
    if (step) count(step, where())
    if (view === 'EmailVerifyOtp' && before === 'EmailVerifyDevice') count('DEVICE_REGISTERED_FOR_EMAIL', {})
  }
  return [
    onChange([modal], isOpen, (open) => count(open ? 'MODAL_OPEN' : 'MODAL_CLOSE', { connected: connected() })),
    onChange(
      [modal],
      () => modal.view,
      (view, before) => isOpen() && looked(view, before),
    ),
    // That somebody searches, not for what: people paste addresses into every field.
    onChange(
      [wallets],
      () => wallets.search.text !== '',
      (searching) => searching && count('SEARCH_WALLET', {}),
    ),
    onChange(
      [history],
      () => history.status === 'loading',
      (loading) => loading && isOpen() && count('CLICK_TRANSACTIONS', where()),
    ),
    onChange(
      [history],
      () => history.paging === 'loading',
      (loading) => loading && count('LOAD_MORE_TRANSACTIONS', where()),
    ),
  ]
}

function watchConnection(count: Count) {
  const attempted = (status: typeof attempt.status) => {
    const { wallet } = attempt
    // An account that is only watched is nobody's wallet.
    if (!wallet || wallet.id === WATCH) return
    const { id, name } = wallet
    if (status === 'waiting') count('SELECT_WALLET', { name, platform: way(id) })
    if (status === 'connected') count('CONNECT_SUCCESS', { method: way(chains.active.connectorId), name })
  }
  if (attempt.status !== 'idle') attempted(attempt.status)
  return [
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
    onChange(
      [modal],
      () => isOpen() && modal.view === 'SIWXSignMessage',
      (asking) => !asking && !siwx.session && count('CLICK_CANCEL_SIWX', where()),
    ),
    onEnd(({ namespace, reason }) => reason === 'user' && count('DISCONNECT_SUCCESS', { namespace })),
  ]
}

function watchEmbedded(count: Count) {
  const begun = (busy: typeof embedded.busy) => {
    if (busy === 'email' && modal.view !== 'UpdateEmail') count('EMAIL_SUBMITTED', {})
    if (busy === 'social') count('SOCIAL_LOGIN_STARTED', { provider: String(embedded.social) })
  }
  const ended = (busy: typeof embedded.busy) => {
    const { code, social } = embedded
    const provider = String(social)
    if (busy === 'code' && modal.view !== 'UpdateEmail')
      code ? count('EMAIL_VERIFICATION_CODE_FAIL', { message: code }) : count('EMAIL_VERIFICATION_CODE_PASS', {})
    if (busy !== 'social') return
    if (code) count('SOCIAL_LOGIN_ERROR', { provider, message: code })
    else count(chains.active.connectorId === AUTH_ID ? 'SOCIAL_LOGIN_SUCCESS' : 'SOCIAL_LOGIN_CANCELED', { provider })
  }
  return [
    onChange(
      [embedded],
      () => embedded.busy,
      (now, before) => (now ? begun(now) : ended(before)),
    ),
    onChange(
      [embedded],
      () => embedded.upgrades,
      (times) => times > 0 && count('EMAIL_UPGRADE_FROM_MODAL', {}),
    ),
    onChange(
      [chains],
      () => (chains.active.connectorId === AUTH_ID ? chains.active.accountType : undefined),
      (accountType, before) =>
        accountType && before && count('SET_PREFERRED_ACCOUNT_TYPE', { accountType, network: chains.active.networkId }),
    ),
  ]
}

/** What the wallet was asked for last. */
let latest: string | undefined

function watchMoney(count: Count) {
  const isSwap = ({ kind }: Step & { kind: string }) => kind === 'swap' || (kind === 'calls' && modal.view === 'SwapReview')
  return [
    // Neither sums nor tokens: with the time they would name the account.
    onStep((step) => {
      if (step.type === 'before-transaction') {
        latest = step.kind
        if (step.kind === 'send') count('SEND_INITIATED', where())
        if (isSwap(step)) count('INITIATE_SWAP', where())
      }
      if (step.type !== 'transaction' || step.status !== 'submitted') return true
      if (step.kind === 'send') count('SEND_SUCCESS', where())
      if (isSwap(step)) count('SWAP_SUCCESS', where())
      return true
    }),
  ]
}

/** The code, not the message: a wallet's own words may hold anything. */
const watchErrors = (count: Count) =>
  onError(({ code }) => {
    if (attempt.status === 'failed' && attempt.code === code) count('CONNECT_ERROR', { message: code })
    if (code === 'DISCONNECT_FAILED') count('DISCONNECT_ERROR', { message: code })
    if (code === 'TRANSACTIONS_UNAVAILABLE') count('ERROR_FETCH_TRANSACTIONS', where())
    if (code === 'SEND_FAILED' || code === 'SOLANA_SEND_FAILED') count('SEND_ERROR', { ...where(), message: code })
    if (modal.view === 'SwapReview')
      count(latest === 'approve' ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR', { ...where(), message: code })
    if (signInFailures.includes(code)) count('SIWX_AUTH_ERROR', where())
  })
