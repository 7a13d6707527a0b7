import { AUTH_ID } from '../lib/auth-id'
import { isMobile } from '../lib/platform'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config, type Settings } from '../state/config'
import { embedded } from '../state/embedded'
import { history } from '../state/history'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { wallets } from '../state/wallets'
import type { ViewName } from '../views'
import { paging, type Wanted, wallet, where } from './analytics-actor'
import { watchErrors } from './analytics-errors'
import { type AnalyticsEvents, type Count, optionNames, type Wallet, type Way, type Where } from './analytics-events'
import { watchMoney } from './analytics-money'
import { onEnd } from './endings'
import { onChange } from './on-change'

type With<Properties> = {
  [K in keyof AnalyticsEvents]: Properties extends AnalyticsEvents[K] ? K : never
}[keyof AnalyticsEvents]

/** The event for opening a view. */
const clicks: Partial<Record<ViewName, With<Record<never, never>>>> = {
  AllWallets: 'CLICK_ALL_WALLETS',
  Networks: 'CLICK_NETWORKS',
  WhatIsAWallet: 'CLICK_WALLET_HELP',
  GetWallet: 'CLICK_GET_WALLET',
  SwapToken: 'CLICK_SELECT_TOKEN_TO_SWAP',
  EmailLogin: 'EMAIL_LOGIN_SELECTED',
  EmailVerifyOtp: 'EMAIL_VERIFICATION_CODE_SENT',
  UpdateEmail: 'EMAIL_EDIT',
}
const steps: Partial<Record<ViewName, With<Where>>> = { Send: 'OPEN_SEND', Swap: 'OPEN_SWAP' }
const walletSteps: Partial<Record<ViewName, With<Wallet>>> = { RegisterAccountName: 'OPEN_ENS_FLOW', OnRamp: 'SELECT_BUY_CRYPTO' }

const connected = () => chains.active.status === 'connected'
const isOpen = () => modal.elementId !== undefined

function way(id: string | undefined): Way {
  if (id === AUTH_ID) return 'email'
  if (id !== WALLET_CONNECT) return 'browser'
  return isMobile() ? 'mobile' : 'qrcode'
}

/** How the element is configured; without the services' URLs, which may contain a key. */
const options = () => ({
  ...(Object.fromEntries(optionNames.map((name) => [name, config[name]])) as Pick<Settings, (typeof optionNames)[number]>),
  networks: config.networkIds,
})

/** Counts what the visitor does, and how it ends. Returns its stops. */
export function watchFacts(count: Count, wanted: Wanted): (() => void)[] {
  count('INITIALIZE', options())
  // This loads after the first opening, which counts too.
  if (isOpen()) count('MODAL_OPEN', { connected: connected() })
  return [
    ...watchModal(count, wanted),
    ...watchConnection(count),
    ...watchEmbedded(count),
    watchMoney(count, wanted),
    watchErrors(count, wanted),
  ]
}

function watchModal(count: Count, wanted: Wanted) {
  const looked = (view: ViewName, before: ViewName) => {
    const [click, step, walletStep] = [clicks[view], steps[view], walletSteps[view]]
    if (click) count(click, {})
    if (step) count(step, where())
    if (walletStep) count(walletStep, wallet())
    if (view === 'BuyProgress') count('SELECT_BUY_PROVIDER', { ...wallet(), provider: modal.top.data?.provider ?? '' })
    if (view === 'EmailVerifyOtp' && before === 'EmailVerifyDevice') count('DEVICE_REGISTERED_FOR_EMAIL', {})
  }
  return [
    onChange([modal], isOpen, (open) => count(open ? 'MODAL_OPEN' : 'MODAL_CLOSE', { connected: connected() })),
    // Also without an open dialog, for an element in the page; a closed one does not change its view to any of these.
    onChange([modal], () => modal.view, looked),
    // Not the text of the search: people paste addresses into every field.
    onChange(
      [wallets],
      () => wallets.search.text !== '',
      (searching) => searching && count('SEARCH_WALLET', {}),
    ),
    onChange(
      [history],
      () => history.status === 'loading',
      (loading) => loading && isOpen() && count('CLICK_TRANSACTIONS', wallet()),
    ),
    onChange(
      [history],
      () => history.paging === 'loading',
      (loading) => loading && count('LOAD_MORE_TRANSACTIONS', paging(wanted)),
    ),
  ]
}

function watchConnection(count: Count) {
  const attempted = (status: typeof attempt.status) => {
    const { wallet } = attempt
    // A watched account is no wallet.
    if (status !== 'connected' || !wallet || wallet.id === WATCH) return
    count('CONNECT_SUCCESS', { method: way(chains.active.connectorId), name: wallet.name })
  }
  // On a phone a pairing is prepared before a wallet is chosen; that is no selection.
  const selection = () => {
    const { status, wallet, startedAt } = attempt
    const isChosen = wallet && wallet.id !== WATCH && (wallet.id !== WALLET_CONNECT || modal.view.startsWith('Connecting'))
    return status === 'waiting' && isChosen ? `${wallet.id} ${startedAt}` : undefined
  }
  const selected = () => {
    const { id, name = '' } = attempt.wallet ?? {}
    if (selection()) count('SELECT_WALLET', { name, platform: way(id) })
  }
  selected()
  if (attempt.status !== 'idle') attempted(attempt.status)
  return [
    onChange([attempt, modal], selection, selected),
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
      // The embedded wallet's approval screen may be above it.
      () => isOpen() && modal.stack.some(({ view }) => view === 'SIWXSignMessage'),
      (asking) => !asking && !siwx.session && count('CLICK_CANCEL_SIWX', where()),
    ),
    onEnd(({ namespace, reason }) => reason === 'user' && count('DISCONNECT_SUCCESS', { namespace })),
  ]
}

function watchEmbedded(count: Count) {
  const ended = (busy: typeof embedded.busy) => {
    const { code } = embedded
    if (busy !== 'code' || modal.view === 'UpdateEmail') return
    if (code) count('EMAIL_VERIFICATION_CODE_FAIL', { message: code })
    else count('EMAIL_VERIFICATION_CODE_PASS', {})
  }
  return [
    onChange(
      [embedded],
      () => embedded.busy,
      (now, before) => {
        if (now === 'email' && modal.view !== 'UpdateEmail') count('EMAIL_SUBMITTED', {})
        if (!now) ended(before)
      },
    ),
    onChange(
      [embedded],
      () => (embedded.busy === 'social' ? embedded.stage : undefined),
      (stage) => {
        const provider = { provider: String(embedded.social) }
        if (stage === 'window') count('SOCIAL_LOGIN_STARTED', provider)
        else count(stage ? 'SOCIAL_LOGIN_REQUEST_USER_DATA' : socialEnd(), provider)
      },
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

function socialEnd() {
  if (embedded.code) return 'SOCIAL_LOGIN_ERROR'
  return chains.active.connectorId === AUTH_ID ? 'SOCIAL_LOGIN_SUCCESS' : 'SOCIAL_LOGIN_CANCELED'
}
