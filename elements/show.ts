import { closeModal, hideModal, openModal, resetHome } from '../src/controllers/modal'
import { onChange } from '../src/controllers/on-change'
import { tellInPlace } from '../src/controllers/report'
import { AUTH_ID } from '../src/lib/auth-id'
import type { ChainNamespace } from '../src/lib/caip'
import { WalletError } from '../src/lib/errors'
import { reachableSocials } from '../src/lib/reachable-socials'
import { WALLET_CONNECT, WATCH } from '../src/lib/wallet'
import { chainOf, chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { modal } from '../src/state/modal'
import type { ViewName } from '../src/views'
import { isView } from './attributes'
import { told } from './host-errors'
import { restIfFree } from './in-place'
import { loadViews, showFirstFrame } from './views'
import { isHere } from './when-left'

/** What a host gives to `show()`. */
export type ShowOptions = {
  /** The name of a view; absent: `Swap` with `swap`, the `view` attribute, else by the opening rules. */
  readonly view?: string | undefined
  /** The wallet that the view is about: its rdns, or its id in the wallet list; without a view: the wallet to connect. */
  readonly wallet?: string | undefined
  /** Shows the account of this namespace if it is connected, else only its installed wallets. */
  readonly namespace?: ChainNamespace | undefined
  /** Initial values of the `Swap` form: `{ fromToken?, toToken?, amount? }`; tokens by address or symbol, amount a decimal string in main units. */
  readonly swap?: object | undefined
}

/** Why an element shows nothing: it is in no document, or was moved into that of a frame or of another window. */
export const NOT_HERE = 'The element is not in the document of its script.'
/** A view that is not painted within this time counts as failed. */
const PAINT_LIMIT_MS = 10_000

type Shown = HTMLElement & { readonly elementId: number; readonly embedded: unknown }

/** Opens a view in an element, the `usual` one if none is named, and waits for its first frame. */
export async function show(element: Shown, options: ShowOptions, usual?: string): Promise<void> {
  const { wallet, swap } = options
  // Null or empty, for example from a query or a state without one, counts as none.
  const namespace = options.namespace || undefined
  const view = options.view || (swap ? 'Swap' : wallet && !isConnected(wallet, namespace) ? viewOf(wallet) : usual)
  if (view !== undefined && !isView(view))
    throw told(new WalletError('ATTRIBUTE_INVALID', { message: `There is no view "${view}"` }))
  if (!isHere(element)) throw told(new WalletError('VIEW_UNAVAILABLE', { help: NOT_HERE }))
  const data = wallet || namespace || swap ? { walletId: wallet, namespace, swap } : undefined
  openModal(element.elementId, view, data)
  if (element.shadowRoot && !element.embedded) showFirstFrame({ elementId: element.elementId, root: element.shadowRoot })
  try {
    await loadViews()
  } catch (cause) {
    throw viewsUnavailable(element.elementId, cause)
  }
  await painted(element.elementId)
}

/** The view in which a wallet is connected, by its id; sites without e-mail and social login do not have the e-mail wallet's. */
export const viewOf = (wallet: string): ViewName =>
  (wallet === AUTH_ID && !config.email && !reachableSocials(config.socials)[0] ? undefined : views[wallet]) ?? 'ConnectingWallet'
const views: Readonly<Record<string, ViewName>> = {
  [WATCH]: 'Watch',
  [WALLET_CONNECT]: 'ConnectingWalletConnectBasic',
  [AUTH_ID]: 'EmailLogin',
}

const isConnected = (wallet: string, namespace: ChainNamespace = chains.activeNamespace) =>
  chainOf(namespace).wallet?.id === wallet

/** Handles modal code that failed to load: the modal is not open, and the error is reported to the host once. */
export function viewsUnavailable(elementId: number, cause: unknown): WalletError {
  const error = new WalletError('VIEW_UNAVAILABLE', { cause, help: 'Check the connection, then try again.' })
  if (modal.elementId !== elementId) return error
  hideModal()
  // Above the view that the next try loads, it would look as if that had failed too.
  tellInPlace(error)
  return told(error)
}

function painted(elementId: number): Promise<void> {
  return new Promise((resolve) => {
    const over = () => modal.painted !== undefined || modal.elementId !== elementId
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = onChange([modal], over, end)
    const timer = setTimeout(end, PAINT_LIMIT_MS)
    if (over()) end()
  })
}

/** Closes the element's modal; resolves to whether it is closed. */
export async function close({ elementId, embedded }: Shown): Promise<boolean> {
  if (modal.elementId === undefined && embedded) return restIfFree()
  return modal.elementId !== elementId || closeModal('api')
}

/** The element has left the page: its modal goes with it. */
export function abandon(elementId: number): void {
  if (modal.elementId === elementId) hideModal()
}

/** An element became embedded or is no longer. */
export function embeddingChanged(embedded: boolean): void {
  modal.embeddings++
  if (!embedded) return
  void loadViews().catch(() => {})
  if (modal.elementId === undefined) resetHome()
}
