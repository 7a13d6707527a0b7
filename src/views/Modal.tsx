import { Suspense, useEffect, useId } from 'react'
import { useSnapshot } from 'valtio'
import { canClose, closeModal } from '../controllers/modal'
import { dismissSnack } from '../controllers/notices'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { Dialog } from '../ui/Dialog'
import { lazyExtra } from '../ui/lazy-part'
import { useSheet } from '../ui/sheet'
import { Announcements } from './Announcements'
import { Header } from './Header'
import css from './Modal.css?inline'
import { Router } from './Router'
import { ShownView } from './shown'
import { Drawn, useOpening } from './use-opening'

// Seldom needed; a chunk that does not come must not take the modal with it.
const Message = lazyExtra(() => import('./Message'))
// For developers; what it says is in the console too.
const DeveloperAlert = lazyExtra(() => import('./DeveloperAlert'))

/** A message waits no longer than this for the modal to open. */
const UNSEEN_MS = 4_000

/** The `<wallet-modal>` around us, as far as we look at it. */
type Host = HTMLElement & { readonly elementId?: number; readonly embedded?: boolean }

/** The shell around every view; shows them in the element that the modal is open in, or in place where it is embedded. */
export function Modal({ container }: { container?: HTMLElement }) {
  useSheet(css)
  const host = hostOf(container)
  const embedded = useEmbedded(host)
  const { shaking } = useSnapshot(modal)
  const { elementId, early, drawn } = useOpening(host?.elementId, host?.shadowRoot ?? undefined)
  const { alert, snack } = useSnapshot(notice)
  const { direction, locale } = useSnapshot(messages)
  const titleId = useId()
  const shown = elementId === undefined ? embedded : elementId === host?.elementId
  // What is said while nothing is open is old news later.
  const unseen = elementId === undefined && !embedded && snack !== undefined
  useEffect(() => {
    if (!unseen) return
    const timer = setTimeout(dismissSnack, UNSEEN_MS)
    return () => clearTimeout(timer)
  }, [unseen])
  // One set of views: an embedded element gives way to a dialog that is open elsewhere.
  if (embedded && !shown) return null
  return (
    <Dialog
      open={shown}
      embedded={embedded}
      labelId={titleId}
      shaking={shaking}
      locked={!canClose()}
      dir={direction}
      lang={locale}
      onCloseRequest={closeModal}
      early={early}
      permanent={<Announcements shown={shown} />}
    >
      <ShownView>
        <Drawn drawn={drawn} />
        <Header titleId={titleId} embedded={embedded} />
        {alert && (
          <Suspense>
            <DeveloperAlert />
          </Suspense>
        )}
        <Router />
      </ShownView>
      {/* There from the start: what comes together with its place is not said. */}
      <div role="status">
        {snack && (
          <Suspense>
            <Message />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}

function hostOf(container: HTMLElement | undefined): Host | undefined {
  const root = container?.getRootNode()
  return root instanceof ShadowRoot ? (root.host as Host) : undefined
}

/** Whether the element shows its views in place; looked at again when any begins to, or ceases. */
function useEmbedded(host: Host | undefined): boolean {
  void useSnapshot(modal).embeddings
  return host?.embedded === true
}
