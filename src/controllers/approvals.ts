import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { hasRoom, isFrameInPlace, onRoom } from './frame-place'
import { goBack, hideModal, homeElement, navigate, onClosed, openAnywhere, openModal, replaceView } from './modal'
import { onChange } from './on-change'
import { report } from './report'

/** A refused method is told after this long (specification §8). */
export const REFUSED_MS = 300
/** The approval view is on screen within this, or the request goes to the frame anyway. */
const PAINT_LIMIT_MS = 10_000

/** The modal was closed, or open in another element, when the first request came: it is so again after the last. */
let opened = false
let from: number | undefined
let back = hideModal
/** The frame is asked in the order in which the page asked. */
let turn: Promise<void> = Promise.resolve()

/** A request waits for the person: resolves once the view that shows the frame is there. */
export function approve(id: string, method: string): Promise<void> {
  embedded.approvals.push({ id, method })
  if (modal.view !== 'ApproveTransaction' || modal.elementId !== modal.frameIn) show()
  turn = turn.then(painted)
  return turn
}

/** The element whose dialog holds the frame, for good: the one that is open, else the first one; another one where it has left the page. */
export const claimFrame = (): number | undefined => {
  modal.frameIn ??= modal.elementId ?? homeElement()
  return modal.frameIn
}

function show(): void {
  const { elementId, stack } = modal
  const frameIn = claimFrame()
  // The frame cannot move, so the request is shown where it is; over what is there, where that is in sight.
  from = elementId
  opened = elementId === undefined ? !isFrameInPlace() : elementId !== frameIn
  back = () => {
    const restore = () => Object.assign(modal, { elementId, stack, painted: undefined, direction: 'prev' })
    // Unless the visitor has closed it.
    if (elementId !== undefined) return modal.elementId !== undefined && restore()
    const { view } = modal
    hideModal()
    // An element that shows its views in place has gone home by now.
    queueMicrotask(() => modal.view !== view && restore())
  }
  if (opened && frameIn !== undefined) openModal(frameIn, 'ApproveTransaction')
  else navigate('ApproveTransaction')
}

function painted(): Promise<void> {
  const isThere = () => modal.painted === 'ApproveTransaction' || embedded.approvals.length === 0
  // Right after another request the view is there still, and is not painted anew.
  if (isThere() || hasRoom()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      resolve()
    }
    // Of views that no dialog opened nobody is told that they have been painted.
    const stops = [onChange([modal, embedded], isThere, end), onRoom(() => isFrameInPlace() && hasRoom() && end())]
    const timer = setTimeout(end, PAINT_LIMIT_MS)
  })
}

/** A request has ended; after the last one the modal is as it was. */
export function settled(id: string, done: boolean): void {
  const granted = done && embedded.approvals.some((each) => each.id === id && each.method === 'wallet_grantPermissions')
  embedded.approvals = embedded.approvals.filter((each) => each.id !== id)
  if (embedded.approvals.length > 0 || modal.view !== 'ApproveTransaction') return
  // What was allowed for a time is told once more, with the place where it ends; in the element that the visitor comes from.
  if (granted && !(opened && from)) replaceView('SmartSessionCreated')
  else {
    if (opened) back()
    else goBack()
    if (granted) navigate('SmartSessionCreated')
  }
  // A payment has changed the balance.
  void import('./account').then(({ refreshAccount }) => refreshAccount()).catch(() => {})
}

/** A method that the frame never sees: the modal opens and says so. */
export function refused(method: string): void {
  console.error('<wallet-modal> Requested RPC call is not allowed', { method: method.slice(0, 100) })
  if (modal.elementId === undefined) openAnywhere(chains.active.address ? 'Account' : 'Connect')
  setTimeout(() => report(new WalletError('METHOD_NOT_ALLOWED')), REFUSED_MS)
}

/** Leaving the view, by closing or going back, refuses what is open. Returns its stop. */
export function watchApprovals(abort: () => void): () => void {
  const stops = [
    onClosed(() => {
      // What stood in place is there again; it went home with the dialog.
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
