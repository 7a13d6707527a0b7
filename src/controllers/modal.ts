import { namespaces, namespacesOf } from '../lib/caip'
import { isMobile } from '../lib/platform'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { legal } from '../state/legal'
import { modal, type ViewData } from '../state/modal'
import { siwx } from '../state/siwx'
import type { ViewName } from '../views'
import { allowed, type CloseSource } from './host-consent'

/** How long a refused close shakes the dialog (specification §9). */
const SHAKE_MS = 500

/**
 * The view to open with: an asked-for one wins, else a sign-in that is required, else the account when there is one, else the ways to
 * connect. Where no chain of the app has an adapter there is only one such way (specification §2).
 */
export function openingView(asked: ViewName | undefined, connected: boolean): ViewName {
  if (asked) return asked
  if (siwx.locked) return 'SIWXSignMessage'
  if (connected) return 'Account'
  return noAdapters() ? wayWithout() : 'Connect'
}

/** Views of the account. */
const ofAccount = /^(Account|YourAccount|Send|Receive|Swap|OnRamp|RegisterAccountName)$/
const noAdapters = () => !namespaces.some((each) => namespacesOf(config.networkIds).includes(each))
/** WalletConnect, or Connect where terms have to be accepted first: their checkbox is there. */
const wayWithout = () => {
  if (isMobile()) return 'AllWallets'
  const { legalCheckbox, termsUrl, privacyUrl } = config
  return legalCheckbox && (termsUrl || privacyUrl) && !legal.accepted ? 'Connect' : 'ConnectingWalletConnectBasic'
}

let home: number | undefined
/** The page's first element. */
export const homeElement = (): number | undefined => home

/** The element that opens when no other is named: the first one on the page; undefined when there is none. */
export function setHome(elementId: number | undefined): void {
  home = elementId
}

/** Opens a view where the modal is, or in the page's first element; nothing happens without an element. */
export function openAnywhere(view: ViewName): void {
  if (modal.elementId !== undefined) resetView(view)
  else if (home !== undefined) openModal(home, view)
}

/**
 * Opens in one element, or moves there from another; the stack starts anew. A namespace that is connected becomes the active one
 * (facts: state and routing §8), unless what opens is there to connect another wallet.
 */
export function openModal(elementId: number, view?: ViewName, data?: ViewData): void {
  const namespace = data?.namespace ?? chains.activeNamespace
  const connected = chainOf(namespace).address !== undefined
  // A namespace without an account must not show the account of another one.
  const misses = data?.namespace && !connected && ofAccount.test(view ?? '')
  const opening = misses ? 'Connect' : openingView(view, connected)
  if (connected && !/^(Connect|AllWallets)/.test(opening)) chains.activeNamespace = namespace
  if (modal.elementId !== elementId || modal.view !== opening) modal.painted = undefined
  const closed = modal.elementId === undefined
  resetView(opening, data)
  // The dialog animates as a whole; its first view must not slide in as well.
  if (closed) modal.direction = 'none'
  modal.elementId = elementId
  if (closed) for (const listener of openings) listener()
}

type Listener = () => void
const openings = new Set<Listener>()
const closings = new Set<Listener>()

/** Runs `listener` when the closed modal opens, synchronously: before any subscriber of a store. Returns its stop. */
export function onOpening(listener: Listener): () => void {
  openings.add(listener)
  return () => void openings.delete(listener)
}

/** Runs `listener` after the modal has closed: whatever waited for it ends there. Returns its stop. */
export function onClosed(listener: Listener): () => void {
  closings.add(listener)
  return () => void closings.delete(listener)
}

/** The host is being asked whether the modal may close. */
let asking = false

/**
 * Closes unless the host refuses or the view must be answered; returns whether it closed. A host that closes it while it is asked has
 * answered: it is not asked again.
 */
export function closeModal(source: CloseSource): boolean {
  if (modal.elementId === undefined) return true
  if (!asking) {
    asking = true
    const agrees = allowed({ type: 'close-request', source })
    asking = false
    if (!agrees) return modal.elementId === undefined
  }
  if (!canClose()) {
    if (!modal.stack.some(({ view }) => view === 'SIWXSignMessage')) resetView('SIWXSignMessage')
    shake()
    return false
  }
  hideModal()
  return true
}

/** Closes without asking: what it was open for is done. */
export function hideModal(): void {
  if (modal.elementId === undefined) return
  modal.elementId = undefined
  modal.painted = undefined
  for (const listener of closings) listener()
}

/** Whether the visitor may leave now. */
export function canClose(): boolean {
  return !siwx.locked
}

/** Shakes the dialog: something has to be answered first. */
function shake(): void {
  if (modal.shaking) return
  modal.shaking = true
  setTimeout(() => {
    modal.shaking = false
  }, SHAKE_MS)
}

/** Goes on to a view; Back leads to the present one. Does nothing where that view is shown already. */
export function navigate(view: ViewName, data?: ViewData): void {
  if (modal.view === view && modal.top.data?.walletId === data?.walletId) return
  turn('next', true)
  modal.stack.push(entry(view, data))
}

/** Puts a view in the place of the present one. */
export function replaceView(view: ViewName): void {
  if (modal.view === view) return
  turn('next')
  modal.stack = [...modal.stack.slice(0, -1), { view }]
}

/** Starts the stack anew with a view. Does nothing where it is that already, so that a view drawn ahead is kept. */
export function resetView(view: ViewName, data?: ViewData): void {
  if (modal.stack.length === 1 && modal.view === view && !data && !modal.top.data) return
  turn('next')
  modal.stack = [entry(view, data)]
}

/** Starts the stack anew with a sign-in that is required, else with the account when there is one, else with the ways to connect. */
export function resetHome(): void {
  resetView(siwx.locked ? 'SIWXSignMessage' : chains.active.address ? 'Account' : 'Connect')
}

/** Returns to the view before; `pressed`: the visitor pressed Back. */
export function goBack(pressed = false): void {
  if (modal.stack.length < 2) return
  turn('prev', pressed)
  modal.stack = modal.stack.slice(0, -1)
}

/** Leaves a view by its own button: back to where it was opened from, else to `otherwise`. */
export function leaveView(otherwise: ViewName): void {
  const { namespace } = modal.stack[0]?.data ?? {}
  if (modal.stack.length > 1) goBack()
  // The host may have opened the modal for one namespace.
  else resetView(otherwise, namespace && { namespace })
}

/** The shell calls this when a view's first frame is on screen. */
export function viewPainted(view: ViewName): void {
  if (modal.elementId !== undefined) modal.painted = view
}

function turn(direction: 'next' | 'prev', pressed = false) {
  modal.direction = direction
  modal.pressed = pressed
}

const entry = (view: ViewName, data?: ViewData) => (data ? { view, data } : { view })
