import { lazy, Suspense, useId, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { canClose, closeModal } from '../controllers/modal'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { Dialog } from '../ui/Dialog'
import { useSheet } from '../ui/sheet'
import { Announcements } from './Announcements'
import { Header } from './Header'
import { Message } from './Message'
import css from './Modal.css?inline'
import { Router } from './Router'

// For developers, so visitors do not load it; what it says is in the console too.
const DeveloperAlert = lazy(() => import('./DeveloperAlert').catch(() => ({ default: () => null })))

/** The `<wallet-modal>` around us, as far as we look at it. */
type Host = HTMLElement & { readonly elementId?: number; readonly embedded?: boolean }

/** The shell around every view; shows them in the element that the modal is open in, or in place where it is embedded. */
export function Modal({ container }: { container?: HTMLElement }) {
  useSheet(css)
  const host = hostOf(container)
  const embedded = useEmbedded(host)
  const { elementId, shaking } = useSnapshot(modal)
  const { alert } = useSnapshot(notice)
  const { direction, locale } = useSnapshot(messages)
  const titleId = useId()
  const shown = elementId === undefined ? embedded : elementId === host?.elementId
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
      permanent={<Announcements />}
    >
      <Header titleId={titleId} embedded={embedded} />
      {alert && (
        <Suspense>
          <DeveloperAlert />
        </Suspense>
      )}
      <Router />
      <Message />
    </Dialog>
  )
}

function hostOf(container: HTMLElement | undefined): Host | undefined {
  const root = container?.getRootNode()
  return root instanceof ShadowRoot ? (root.host as Host) : undefined
}

/** Whether the element shows its views in place; follows the attribute. */
function useEmbedded(host: Host | undefined): boolean {
  const subscribe = (changed: () => void) => {
    if (!host) return () => {}
    const observer = new MutationObserver(changed)
    observer.observe(host, { attributes: true, attributeFilter: ['embedded'] })
    return () => observer.disconnect()
  }
  return useSyncExternalStore(subscribe, () => host?.embedded === true)
}
