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
import { choosePrepared, isAhead } from './prepared-pairing'
import { installedAs } from './wallet-rows'

/** After this long without an answer the view says where to look (security/SECURITY fault 15). */
export const HINT_MS = 10_000
/** If the page is still visible this long after a link was tapped, the link may have opened nothing (fault 37). */
export const LINK_DOUBT_MS = 3_000
/** iOS freezes a page behind an app: what the wallet said meanwhile may take this long to arrive (facts: state and routing §5.3). */
export const IOS_RETURN_MS = 5_000
/** A code is renewed this long before its end. */
export const CODE_RENEWED_MS = 15_000
/** A code that was not renewed is hidden this long before its end (fault 29). */
export const CODE_HIDDEN_MS = 10_000
/** How long a code is shown: four minutes less the time in which it is renewed. */
export const CODE_LIFE_S = 225

/** How the chosen wallet is reached here. */
export type Route =
  /** It is in this browser. */
  | { readonly kind: 'installed'; readonly wallet: WalletInfo }
  /** On a phone: a link opens its app or its web page. */
  | { readonly kind: 'app'; readonly listed: ListedWallet }
  /** Its app on another device scans a QR code; without a record, any wallet's. */
  | { readonly kind: 'code'; readonly listed?: ListedWallet }
  /** It can only be installed. */
  | { readonly kind: 'missing'; readonly listed?: ListedWallet }

type Known = {
  readonly connectors: readonly WalletInfo[]
  /** The wallet list's record of this id. */
  readonly listed: ListedWallet | undefined
  readonly mobile: boolean
  /** The only namespace that is wanted; absent: any. */
  readonly namespace?: ChainNamespace | undefined
}

/** How the wallet with this id is reached; an installed one is always used, unless it lacks the namespace. */
export function routeTo(id: string, { connectors, listed, mobile, namespace }: Known): Route {
  if (id === WALLET_CONNECT) return { kind: 'code' }
  const wallet = installedAs(id, listed, connectors, namespace)
  if (wallet) return { kind: 'installed', wallet }
  if (!listed) return { kind: 'missing' }
  const { mobileLink, desktopLink, webappLink } = listed
  if (mobile) return { kind: mobileLink || webappLink || pageLink(listed) ? 'app' : 'missing', listed }
  return { kind: mobileLink || desktopLink || webappLink ? 'code' : 'missing', listed }
}

/** The id of the connector for a route: the wallet's own, WalletConnect's, or none. */
export function connectorFor(route: Route): string | undefined {
  if (route.kind === 'missing') return undefined
  if (route.kind === 'installed') return isUndecided(route) ? undefined : route.wallet.id
  return route.kind === 'app' && pageLink(route.listed) ? undefined : WALLET_CONNECT
}

/** Whether the visitor has to choose the wallet's chain first. */
export const isUndecided = (route: Route): boolean => route.kind === 'installed' && route.wallet.type === 'MULTI_CHAIN'

/** Wallets whose apps do not pair on Solana, but open the page in their own browser (facts: state-and-routing §5.3). */
const browsers: ReadonlyMap<string, (page: string, site: string) => string> = new Map([
  ['app.phantom', (page, site) => `https://phantom.app/ul/browse/${page}?ref=${site}`],
  ['com.coinbase.wallet', (page) => `https://go.cb-w.com/dapp?cb_url=${page}`],
])

/** On a phone the link that opens this page in the wallet's own browser; undefined where the wallet can pair. */
export function pageLink({ rdns = '', mobileLink, webappLink }: ListedWallet): string | undefined {
  const namespace = modal.stack[0]?.data?.namespace ?? (chains.active.networkId ?? config.startNetwork).split(':')[0]
  if (!isMobile() || (namespace !== 'solana' && (mobileLink || webappLink))) return undefined
  return browsers.get(rdns)?.(encodeURIComponent(location.href), encodeURIComponent(location.origin))
}

/** A link into a wallet's app, and where it has to open. */
export type AppLink = { readonly href: string; readonly target: LinkTarget }

/**
 * The link that opens a wallet's app: this page in its own browser if it has a `pageLink`, else with a pairing; undefined while there is
 * none, or where no link is safe. If the first link is `doubted` it is the wallet's universal link: some browsers open no custom scheme,
 * but a universal link without the app is a web page.
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
  // A wallet may only have a web app.
  const link = walletLink(web ?? app ?? wallet.webappLink, uri, { twice: telegram && isAndroid() })
  const kind = app && mobile ? 'mobile' : 'web'
  return link && { href: link.href, target: linkTarget(kind, { framed, telegram }) }
}

const waitingViews: readonly ViewName[] = ['ConnectingWallet', 'ConnectingWalletConnectBasic']
let screens = 0

/**
 * Called by a view that waits for a wallet: asks the wallet, unless it is being asked already. The returned stop ends the attempt in a
 * microtask, if no such view is mounted by then.
 */
export function beginConnecting(connectorId: string, ahead = false): () => void {
  // A host may open this view directly, past the checkbox of the terms.
  if (termsFirst()) return () => {}
  screens += 1
  const { view } = modal
  const namespace = namespaceFor(connectorId)
  const isOther = attempt.wallet?.id !== connectorId || (namespace && attempt.namespace !== namespace)
  if (isOther || attempt.status === 'idle') ask(connectorId, ahead)
  else if (!ahead && !choosePrepared()) leaveWaiting()
  // The view may stay while the host asks for another namespace.
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
 * Prepares the pairing for the links of a phone's wallet rows. One that has expired without being renewed, as while the phone slept or
 * the relay was away, is removed: it would only open the app. Returns its stop.
 */
export function beginLinks(): () => void {
  const end = beginConnecting(WALLET_CONNECT, true)
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => pairing.status === 'ready' && Object.assign(pairing, { status: 'preparing', uri: undefined })
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(forget, pairing.expiresAt - CODE_HIDDEN_MS - Date.now())
  }
  // A wallet that was chosen before has declined or failed after the visitor came back to the list.
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

/** Ends a prepared pairing; for a view that needs none, as of a wallet that opens this page in its own browser. */
export function endPrepared(): void {
  if (attempt.wallet?.id === WALLET_CONNECT && attempt.status !== 'connected') forgetAttempt()
}

function endConnecting(): void {
  // The next screen of the same attempt may still be loading.
  const goesOn = modal.elementId !== undefined && waitingViews.includes(modal.view)
  if (screens === 0 && !goesOn) forgetAttempt()
}

/** Asks the wallet again; an answer to the earlier request no longer counts. */
export function retryConnecting(connectorId: string, ahead = false): void {
  forgetAttempt()
  ask(connectorId, ahead)
}

/** The namespace for WalletConnect: the one that the modal was opened for. Other connectors have been chosen for theirs. */
const namespaceFor = (wallet: string) => (wallet === WALLET_CONNECT ? modal.stack[0]?.data?.namespace : undefined)

/** Connects; leaves the view if the host refuses, or disconnects meanwhile. */
function ask(wallet: string, ahead = false): void {
  void connect.run({ wallet, namespace: namespaceFor(wallet), ahead }).then(
    (asked) => asked || leaveWaiting(),
    () => screens > 0 && attempt.status === 'idle' && leaveWaiting(),
  )
}

const leaveWaiting = () => waitingViews.includes(modal.view) && backToWallets()

/** Leaves a view that waits: back to where it was opened from, else to Connect. */
export const backToWallets = (): void => leaveView('Connect')
