import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { hasRoom, isFrameInPlace, isInPage, onRoom } from './frame-place'
import { goBack, hideModal, homeElement, navigate, onClosed, openAnywhere, openModal, replaceView } from './modal'
import { onChange } from './on-change'
import { report } from './report'

/** A refused method is reported after this long (specification §8). */
export const REFUSED_MS = 300
/** The request goes to the frame after this long even if the approval view is not on screen. */
const PAINT_LIMIT_MS = 10_000

/** Whether the first request has opened the modal, here or from another element; it is restored after the last one. */
let opened = false
let from: number | undefined
let back = hideModal
/** Keeps the page's requests in order. */
let turn: Promise<void> = Promise.resolve()

/** Shows the approval view for a request; resolves once it is on screen. */
export function approve(id: string, method: string): Promise<void> {
  embedded.approvals.push({ id, method })
  if (modal.view !== 'ApproveTransaction' || modal.elementId !== modal.frameIn) show()
  turn = turn.then(painted)
  return turn
}

/** The element that holds the frame: the open one at the first request, else the page's first. It stays until that element leaves the page. */
export const claimFrame = (): number | undefined => {
  modal.frameIn ??= modal.elementId ?? homeElement()
  return modal.frameIn
}

function show(): void {
  const { elementId, stack } = modal
  const frameIn = claimFrame()
  // The frame cannot move to another element, so the request is shown in the one that holds it.
  from = elementId
  opened = elementId === undefined ? !isFrameInPlace() : elementId !== frameIn
  back = () => {
    const restore = () => Object.assign(modal, { elementId, stack, painted: undefined, direction: 'prev' })
    // Unless the visitor has closed the modal.
    if (elementId !== undefined) return modal.elementId !== undefined && restore()
    const { view } = modal
    hideModal()
    // An element in the page has gone to its first view by then.
    queueMicrotask(() => modal.view !== view && restore())
  }
  if (opened && frameIn !== undefined) openModal(frameIn, 'ApproveTransaction')
  else navigate('ApproveTransaction')
}

function painted(): Promise<void> {
  const isThere = () => modal.painted === 'ApproveTransaction' || embedded.approvals.length === 0
  // Right after another request the view is still there and is not painted again.
  if (isThere() || hasRoom()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      resolve()
    }
    // `painted` is only set in a dialog; an element in the page offers the room instead.
    const stops = [onChange([modal, embedded], isThere, end), onRoom(() => isFrameInPlace() && hasRoom() && end())]
    const timer = setTimeout(end, PAINT_LIMIT_MS)
  })
}

/** Removes a request that has ended; after the last one the modal goes back to where it was. */
export function settled(id: string, done: boolean): void {
  const granted = done && embedded.approvals.some((each) => each.id === id && each.method === 'wallet_grantPermissions')
  embedded.approvals = embedded.approvals.filter((each) => each.id !== id)
  if (embedded.approvals.length > 0 || modal.view !== 'ApproveTransaction') return
  // The element that the visitor came from may have left the page meanwhile.
  if (from !== undefined && !isInPage(from)) {
    from = undefined
    back = hideModal
  }
  // After granting a session, tell where it can be revoked; in the element that the visitor came from.
  if (granted && !(opened && from)) replaceView('SmartSessionCreated')
  else {
    if (opened) back()
    else goBack()
    if (granted) navigate('SmartSessionCreated')
  }
  // A payment has changed the balance.
  void import('./account').then(({ refreshAccount }) => refreshAccount()).catch(() => {})
}

/** Reports a method that is not allowed and never reaches the frame, in the opened modal. */
export function refused(method: string): void {
  console.error('<wallet-modal> Requested RPC call is not allowed', { method: method.slice(0, 100) })
  if (modal.elementId === undefined) openAnywhere(chains.active.address ? 'Account' : 'Connect')
  setTimeout(() => report(new WalletError('METHOD_NOT_ALLOWED')), REFUSED_MS)
}

/** Refuses open requests when the view is left, by closing or going back. Returns its stop. */
export function watchApprovals(abort: () => void): () => void {
  const stops = [
    onClosed(() => {
      // Restore the view of an element in the page, which closing has reset.
      if (opened && embedded.approvals.length > 0) back()
      abort()
    }),
    onChange(
      [modal],
      () => modal.view,
      (view) => view !== 'ApproveTransaction' && embedded.approvals.length > 0 && abort(),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
