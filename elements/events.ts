import { type EndReason, onEnd } from '../src/controllers/endings'
import { type CloseSource, onStep } from '../src/controllers/host-consent'
import { isConfigured } from '../src/controllers/network-list'
import { onChange } from '../src/controllers/on-change'
import { onError } from '../src/controllers/report'
import { onRestored } from '../src/controllers/restore'
import { type CaipAddress, type CaipNetworkId, type ChainNamespace, chainIdOf } from '../src/lib/caip'
import type { LoginUser, SupportView } from '../src/lib/login-user'
import type { SubmissionKind } from '../src/lib/pending-transaction'
import type { SiwxSession } from '../src/lib/siwx'
import { untilLoaded } from '../src/lib/until-loaded'
import { WATCH, type WalletIdentity } from '../src/lib/wallet'
import { startWhenLoaded } from '../src/lib/when-loaded'
import { withoutFrameText } from '../src/lib/without-frame-text'
import { type Chain, chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { modal } from '../src/state/modal'
import type { ViewName } from '../src/views'
import { afterScripts } from './after-scripts'

/** Public events and their `detail`; all bubble and cross shadow boundaries. */
export type WalletEvents = {
  'wallet-ready': { status: 'restoring' | 'disconnected' | 'connecting' | 'connected' }
  /** Cancelable. */
  'wallet-before-connect': { wallet: string; namespace: ChainNamespace | undefined }
  'wallet-connected': {
    namespace: ChainNamespace
    networkId: CaipNetworkId
    /** A number for `eip155`, else the CAIP-2 reference. */
    chainId: number | string
    address: string
    caipAddress: CaipAddress
    accounts: CaipAddress[]
    wallet: WalletIdentity
    /** The connection was restored at the start. */
    restored: boolean
  }
  'wallet-disconnected': { namespace: ChainNamespace; caipAddress?: string; reason: EndReason }
  'wallet-account-changed': { namespace: ChainNamespace; caipAddress: CaipAddress; previous: CaipAddress }
  'wallet-network-changed': { namespace: ChainNamespace; networkId: CaipNetworkId; chainId: number | string; supported: boolean }
  'wallet-signed-in': { session: SiwxSession }
  'wallet-signed-out': { caipAddress: string }
  /** `operator`: who views the account as support, read only; `assists`: support's earlier views of it. */
  'wallet-login': { user: LoginUser; operator?: string; assists?: readonly SupportView[] }
  'wallet-logout': Record<string, never>
  // A swap has `approve`, then `swap`, or `calls` if the wallet does both at once.
  /** Cancelable. */
  'wallet-before-transaction': { kind: SubmissionKind; networkId: CaipNetworkId; request: unknown }
  'wallet-transaction': {
    kind: SubmissionKind
    networkId: CaipNetworkId
    hash?: string
    /** Of the transaction that was mined instead, where the wallet replaced it ("speed up", "cancel"): it has the receipt. */
    replacedBy?: string
    status: 'submitted' | 'confirmed' | 'failed'
  }
  'wallet-open': { view: ViewName }
  'wallet-close': Record<string, never>
  /** Cancelable. */
  'wallet-close-request': { source: CloseSource }
  /** From an `embedded` element also if nobody opened it. */
  'wallet-view-changed': { view: ViewName; previous: ViewName }
  'wallet-error': { code: string; message: string; help?: string; cause?: unknown }
}

type EventsOf<T> = { [K in keyof T]: CustomEvent<T[K]> }
declare global {
  interface GlobalEventHandlersEventMap extends EventsOf<WalletEvents> {}
}

type Target = HTMLElement & { readonly elementId: number; readonly embedded?: unknown }

const send = <K extends keyof WalletEvents>(target: EventTarget, type: K, detail: WalletEvents[K], cancelable = false): boolean =>
  target.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }))

/** Fires wallet events on every element, and modal events on the showing one. Returns a function that stops it. */
export function startEvents(elements: Iterable<Target>, sessions = sessionEvents): () => void {
  const tell = <K extends keyof WalletEvents>(type: K, detail: WalletEvents[K], cancelable?: boolean): boolean =>
    [...elements].map((element) => send(element, type, detail, cancelable)).every(Boolean)
  const byId = (id?: number) => [...elements].find(({ elementId }) => elementId === id)
  const tellShowing = <K extends keyof WalletEvents>(type: K, detail: WalletEvents[K], cancelable?: boolean): boolean => {
    const showing = byId(modal.elementId)
    return !showing || send(showing, type, detail, cancelable)
  }
  let shown: number | undefined
  const show = (now?: number) => {
    // If the showing element has left, another one or the document fires it: the page may have made room for the modal.
    if (shown) send(byId(shown) ?? [...elements][0] ?? document, 'wallet-close', {})
    shown = now
    if (now) tellShowing('wallet-open', { view: modal.view })
  }
  const stops = [
    onStep(({ type, ...detail }) => {
      if (type !== 'close-request') return tell(`wallet-${type}`, detail as never, type !== 'transaction')
      return tellShowing('wallet-close-request', detail as never, true)
    }),
    onError((error) => {
      const { code, message, help, cause } = withoutFrameText(error)
      tell('wallet-error', { code, message, ...(help !== undefined && { help }), ...(cause !== undefined && { cause }) })
    }),
    onChange([modal], () => modal.elementId, show),
    onChange(
      [modal],
      () => modal.view,
      (view, previous) => {
        // An embedded element shows views without being opened.
        for (const each of elements)
          if (modal.elementId ? each.elementId === modal.elementId : each.embedded)
            send(each, 'wallet-view-changed', { view, previous })
      },
    ),
    startChainEvents(tell),
    followSessions(tell, sessions),
  ]
  // It may have been opened in the task in which the first element was added.
  show(modal.elementId)
  return () => {
    for (const stop of stops) stop()
    show()
  }
}

/** The last entry of each element: one that leaves and comes back before `wallet-ready` gets it once. */
const entries = new WeakMap<Target, unknown>()

/**
 * Fires the events for the current state on an element that is added `late`, beside others or in place of one: to it, that counts as
 * restored. Fires `wallet-ready` on each element once stored sessions are restored or given up, unless it has left by then.
 */
export function greet(element: Target, late: unknown): void {
  const tell: Tell = (type, detail) => send(element, type, detail)
  entries.set(element, tell)
  if (late) for (const begin of found) begin(tell, true)()
  const ready = () => element.isConnected && entries.get(element) === tell && tell('wallet-ready', { status: chains.status })
  onRestored(() => afterScripts(ready))
}

/** Fires one wallet event; what is returned does not count. */
export type Tell = <K extends keyof WalletEvents>(type: K, detail: WalletEvents[K]) => unknown
/** Sources of wallet events, and of sign-in and login events once those are loaded. */
const found: ((tell: Tell, late?: true) => () => void)[] = [startChainEvents]
const sessionEvents = () => import('./sessions')
/** The code for sign-in and login events is loaded once the page uses either. */
function followSessions(tell: Tell, sessions: typeof sessionEvents): () => void {
  const over = new AbortController()
  let stop = () => {}
  const load = () => {
    if (config.signInMode === 'off') return
    stopWatching()
    stop = startWhenLoaded(untilLoaded(sessions, over.signal), ({ tellOfSessions }) => {
      found[1] = tellOfSessions
      return tellOfSessions(tell)
    })
  }
  const stopWatching = onChange([config], () => config.signInMode, load)
  load()
  return () => {
    over.abort()
    stopWatching()
    stop()
  }
}

type Seen = Partial<Chain>

/** Compares each namespace with the state that the host last got an event for. */
function startChainEvents(tell: Tell, late?: true): () => void {
  const told = new Map<ChainNamespace, Seen>()
  const reasons = new Map<ChainNamespace, EndReason>()
  let active = chains.activeNamespace
  const look = () => {
    // Restoring is not the visitor's choice.
    const moved = active !== chains.activeNamespace && !chains.restoring
    active = chains.activeNamespace
    for (const [namespace, chain] of Object.entries(chains.byNamespace)) compare(namespace, chain, moved)
  }
  const compare = (namespace: ChainNamespace, chain: Chain, moved: boolean) => {
    const before = told.get(namespace)
    // A watched account is not a connected wallet.
    const watched = chain.connectorId === WATCH
    const { networkId } = chain
    const now: Seen = watched ? { networkId } : { ...chain }
    const { caipAddress, connectorId, session, address } = now
    // What was shown before: the start network until one is chosen; a namespace that has just become active was not shown.
    const shown = moved && namespace === active ? '' : (before?.networkId ?? (chains.restoring ? networkId : config.startNetwork))
    told.set(namespace, now)
    const previous = before?.caipAddress
    // WalletConnect may connect different wallets one after another.
    const other = before?.connectorId !== connectorId || before?.session !== session
    if (previous && (!caipAddress || other))
      tell('wallet-disconnected', { namespace, caipAddress: previous, reason: reasons.get(namespace) ?? 'user' })
    if (caipAddress && (!previous || other)) tellConnected(tell, namespace, chain, late)
    // Without a connection it is the network to connect on, which only counts in the active namespace.
    else if (before && networkId && !watched && networkId !== shown && (caipAddress || namespace === active))
      tell('wallet-network-changed', {
        namespace,
        networkId,
        chainId: chainIdOf(networkId),
        supported: isConfigured(networkId),
      })
    if (caipAddress && previous && !other && before?.address !== address)
      tell('wallet-account-changed', { namespace, caipAddress, previous })
    reasons.delete(namespace)
  }
  const stops = [onEnd(({ namespace, reason }) => reasons.set(namespace, reason)), onChange([chains], fingerprint, look)]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}

const fingerprint = () => JSON.stringify([chains.activeNamespace, chains.byNamespace])

function tellConnected(
  tell: Tell,
  namespace: ChainNamespace,
  { caipAddress, networkId, address, accounts, wallet, restored }: Chain,
  late = restored,
): void {
  if (!caipAddress || !networkId || !address || !wallet) return
  const detail = {
    namespace,
    networkId,
    chainId: chainIdOf(networkId),
    address,
    caipAddress,
    accounts: [...accounts],
    wallet: { ...wallet },
    restored: late,
  }
  tell('wallet-connected', detail)
}
