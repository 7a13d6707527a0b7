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
import { ShownView } from './shown-view'
import { Drawn, useOpening } from './use-opening'

// For the element, which does not reach into `ui/`.
export { adoptAgain } from '../ui/adopt'

// Rarely needed; the modal works without it if its chunk does not load.
const Message = lazyExtra(() => import('./Message'))
// For developers; the console has the same text.
const DeveloperAlert = lazyExtra(() => import('./DeveloperAlert'))

/** A message is kept this long for the modal to open. */
const UNSEEN_MS = 4_000

/** What is read of the `<wallet-modal>` element. */
type Host = HTMLElement & { readonly elementId?: number; readonly embedded?: boolean }

/** The shell around every view, in the element that the modal is open in or that is embedded. */
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
  // A message that nobody can see now would be old news later.
  const unseen = elementId === undefined && !embedded && snack !== undefined
  useEffect(() => {
    if (!unseen) return
    const timer = setTimeout(dismissSnack, UNSEEN_MS)
    return () => clearTimeout(timer)
  }, [unseen])
  // There is one set of views: an embedded element shows none while a dialog is open elsewhere.
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
      {/* There from the start: a live region that is added together with its text is not announced. */}
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

/** Whether the element shows its views in the page; read again when that changes for any element. */
function useEmbedded(host: Host | undefined): boolean {
  void useSnapshot(modal).embeddings
  return host?.embedded === true
}
