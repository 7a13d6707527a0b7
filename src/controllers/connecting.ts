import type { ChainNamespace } from '../lib/caip'
import { type LinkTarget, linkTarget, walletLink } from '../lib/deep-link'
import { isAndroid, isFramed, isMobile, isTelegram } from '../lib/platform'
import { type ListedWallet, WALLET_CONNECT, type WalletInfo } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { pairing } from '../state/pairing'
import type { ViewName } from '../views'
import { connect, forgetAttempt } from './connection'
import { termsFirst } from './legal'
import { leaveView } from './modal'
import { onChange } from './on-change'
import { choosePrepared, isAhead } from './prepared'
import { installedAs } from './wallet-rows'

/** Unanswered for this long, the screen says where to look (security/SECURITY fault 15). */
export const HINT_MS = 10_000
/** A link that was tapped this long ago, with the page still in sight, may have opened nothing (fault 37). */
export const LINK_DOUBT_MS = 3_000
/** iOS freezes a page behind an app: what the wallet said meanwhile may take this long to arrive (facts: state and routing §5.3). */
export const IOS_RETURN_MS = 5_000
/** A code is renewed this long before its end. */
export const CODE_RENEWED_MS = 15_000
/** A code that nothing has replaced by then is not shown any more (fault 29). */
export const CODE_HIDDEN_MS = 10_000
/** How long a code is shown: four minutes less the time in which it is renewed. */
export const CODE_LIFE_S = 225

/** How the chosen wallet is reached here. */
export type Route =
  /** It is in this browser. */
  | { readonly kind: 'installed'; readonly wallet: WalletInfo }
  /** A phone: a link opens its app, or its web page. */
  | { readonly kind: 'app'; readonly listed: ListedWallet }
  /** Its app is on another device and scans a code; without a record: any app may. */
  | { readonly kind: 'code'; readonly listed?: ListedWallet }
  /** It can only be installed. */
  | { readonly kind: 'missing'; readonly listed?: ListedWallet }

type Known = {
  readonly connectors: readonly WalletInfo[]
  /** The wallet list's record of this id. */
  readonly listed: ListedWallet | undefined
  readonly mobile: boolean
  /** The only one that is wanted. */
  readonly namespace?: ChainNamespace | undefined
}

/** How a wallet of this id is reached; an installed one is never opened any other way, unless it lacks the namespace. */
export function routeTo(id: string, { connectors, listed, mobile, namespace }: Known): Route {
  if (id === WALLET_CONNECT) return { kind: 'code' }
  const wallet = installedAs(id, listed, connectors, namespace)
  if (wallet) return { kind: 'installed', wallet }
  if (!listed) return { kind: 'missing' }
  const { mobileLink, desktopLink, webappLink } = listed
  if (mobile) return { kind: mobileLink || webappLink || pageLink(listed) ? 'app' : 'missing', listed }
  return { kind: mobileLink || desktopLink || webappLink ? 'code' : 'missing', listed }
}

/** The connector that a route asks: the wallet itself, the pairing code, or none. */
export const connectorFor = (route: Route): string | undefined =>
  route.kind === 'missing' || isUndecided(route) || (route.kind === 'app' && pageLink(route.listed))
    ? undefined
    : route.kind === 'installed'
      ? route.wallet.id
      : WALLET_CONNECT

/** Whether it has to be asked first which of the wallet's chains is meant. */
export const isUndecided = (route: Route): boolean => route.kind === 'installed' && route.wallet.type === 'MULTI_CHAIN'

/** Wallets whose apps take no pairing on Solana: they show a page in a browser of their own (facts: state-and-routing §5.3). */
const browsers: ReadonlyMap<string, (page: string, site: string) => string> = new Map([
  ['app.phantom', (page, site) => `https://phantom.app/ul/browse/${page}?ref=${site}`],
  ['com.coinbase.wallet', (page) => `https://go.cb-w.com/dapp?cb_url=${page}`],
])

/** On a phone the link that shows this page in the wallet's own browser; undefined where the wallet is paired with. */
export function pageLink({ rdns = '', mobileLink, webappLink }: ListedWallet): string | undefined {
  const namespace = modal.stack[0]?.data?.namespace ?? (chains.active.networkId ?? config.startNetwork).split(':')[0]
  if (!isMobile() || (namespace !== 'solana' && (mobileLink || webappLink))) return undefined
  return browsers.get(rdns)?.(encodeURIComponent(location.href), encodeURIComponent(location.origin))
}

export type AppLink = { readonly href: string; readonly target: LinkTarget }

/**
 * The link that opens a wallet's app with a pairing, whole before it is tapped; undefined where it may not be opened. The other form of
 * it where the first is `doubted`: a scheme opens nothing in some browsers, the web's own form a page where the app is not there.
 */
export function appLink(wallet: ListedWallet, uri: string | undefined, doubted = false): AppLink | undefined {
  const telegram = isTelegram()
  const framed = isFramed()
  const page = pageLink(wallet)
  if (page) return { href: page, target: linkTarget('mobile', { framed, telegram }) }
  if (!uri) return undefined
  const mobile = isMobile()
  const web = doubted ? wallet.universalLink : undefined
  const app = web ? undefined : mobile ? wallet.mobileLink : wallet.desktopLink
  // A wallet may be a web page, too.
  const link = walletLink(web ?? app ?? wallet.webappLink, uri, { twice: telegram && isAndroid() })
  const kind = app && mobile ? 'mobile' : 'web'
  return link && { href: link.href, target: linkTarget(kind, { framed, telegram }) }
}

const waitingViews: readonly ViewName[] = ['ConnectingWallet', 'ConnectingWalletConnectBasic']
let screens = 0

/**
 * A screen that waits for a wallet is there: the wallet is asked, unless it is being asked already. The returned stop ends
 * the attempt a moment after the last such screen has gone, so that a screen that is put up again at once goes on.
 */
export function beginConnecting(connectorId: string, ahead = false): () => void {
  // It may have been opened by a host, past where they stand.
  if (termsFirst()) return () => {}
  screens += 1
  const { view } = modal
  const namespace = namespaceFor(connectorId)
  const isOther = attempt.wallet?.id !== connectorId || (namespace && attempt.namespace !== namespace)
  if (isOther || attempt.status === 'idle') ask(connectorId, ahead)
  else if (!ahead && !choosePrepared()) leaveWaiting()
  // The screen may stay when a host wants other chains.
  const stop = onChange(
    [modal],
    () => namespaceFor(connectorId),
    () => modal.view === view && attempt.status !== 'connected' && retryConnecting(connectorId, ahead),
  )
  return () => {
    stop()
    screens -= 1
    queueMicrotask(endConnecting)
  }
}

/**
 * What the links of a phone's rows are made of is asked for. One that nothing has replaced when its time is over, as where the phone
 * slept, or the relay is away, is none: it would only open the app. Returns its stop.
 */
export function beginLinks(): () => void {
  const end = beginConnecting(WALLET_CONNECT, true)
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => pairing.status === 'ready' && Object.assign(pairing, { status: 'preparing', uri: undefined })
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(forget, pairing.expiresAt - CODE_HIDDEN_MS - Date.now())
  }
  // The wallet that was chosen before says no, or cannot, after its visitor has come back to the others.
  const isDeclined = () => attempt.wallet?.id === WALLET_CONNECT && attempt.status === 'failed' && !isAhead()
  const stops = [
    onChange([pairing], () => pairing.expiresAt, wait),
    onChange(
      [attempt],
      isDeclined,
      (declined) => declined && !waitingViews.includes(modal.view) && retryConnecting(WALLET_CONNECT, true),
    ),
  ]
  wait()
  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    end()
  }
}

/** A screen that asks nobody is there, as of a wallet that shows this page in its own browser: what was prepared before it is of no use. */
export function endPrepared(): void {
  if (attempt.wallet?.id === WALLET_CONNECT && attempt.status !== 'connected') forgetAttempt()
}

function endConnecting(): void {
  // The next screen of the same attempt may still be loading.
  const goesOn = modal.elementId !== undefined && waitingViews.includes(modal.view)
  if (screens === 0 && !goesOn) forgetAttempt()
}

/** Asks the wallet once more; whatever the earlier request answers no longer counts. */
export function retryConnecting(connectorId: string, ahead = false): void {
  forgetAttempt()
  ask(connectorId, ahead)
}

/** A code is offered for the namespace that the modal was opened for; any other wallet has been chosen for it. */
const namespaceFor = (wallet: string) => (wallet === WALLET_CONNECT ? modal.stack[0]?.data?.namespace : undefined)

/** Where the host refuses, or disconnects meanwhile, nothing is left to wait for. */
function ask(wallet: string, ahead = false): void {
  void connect.run({ wallet, namespace: namespaceFor(wallet), ahead }).then(
    (asked) => asked || leaveWaiting(),
    () => screens > 0 && attempt.status === 'idle' && leaveWaiting(),
  )
}

const leaveWaiting = () => waitingViews.includes(modal.view) && backToWallets()

/** Leaves a screen that waits: back to where it was opened from, else to the ways to connect. */
export const backToWallets = (): void => leaveView('Connect')
