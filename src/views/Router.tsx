import { memo, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { viewPainted } from '../controllers/modal'
import { report } from '../controllers/report'
import { catalogue } from '../lib/error-catalogue'
import { WalletError } from '../lib/errors'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { afterFrame } from '../ui/after-frame'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import { deepActiveElement } from '../ui/focus'
import { loadIcons } from '../ui/Icon'
import { askAgain } from '../ui/lazy-part'
import { Spinner } from '../ui/Spinner'
import { useSheet } from '../ui/sheet'
import { useSkeleton } from '../ui/use-skeleton'
import { ViewTransition } from '../ui/ViewTransition'
import type { ViewName } from '.'
import { usePage } from './pages'
import css from './Router.css?inline'
import { useLeaving, useShown } from './shown-view'
import { useFirstMessages } from './use-first-messages'
import { isNamedEarly } from './use-heading'
import { useSaid } from './use-said'
import { ViewFocus } from './ViewFocus'

/** The view on top of the stack, loaded when it is first shown. */
export const Router = memo(function Router() {
  useSheet(css)
  const { key, depth, view, direction } = useShown()
  const leaves = useLeaving()
  return (
    <ViewFocus viewKey={key} depth={depth} direction={direction}>
      <ViewTransition viewKey={key} direction={direction} leaves={leaves}>
        <ErrorBoundary resetKey={key} onError={fell} fallback={(error, retry) => <Failed code={codeOf(error)} onRetry={retry} />}>
          <Page view={view} />
        </ErrorBoundary>
      </ViewTransition>
    </ViewFocus>
  )
})

const codeOf = (error: unknown) =>
  error instanceof WalletError && error.code === 'VIEW_UNAVAILABLE' ? 'VIEW_UNAVAILABLE' : 'VIEW_CRASHED'

function fell(cause: unknown): void {
  askAgain()
  report(new WalletError(codeOf(cause), { cause }))
}

/** Renders again for another view only, not for every change of the stack. */
const Page = memo(function Page({ view }: { view: ViewName }) {
  const { page, retry } = usePage(view)
  const t = useFirstMessages()
  const waits = useSkeleton(page.status === 'loading')
  const [late, setLate] = useState<ViewName>()
  if (page.status === 'loading' && late !== view && !isNamedEarly(view)) setLate(view)
  if (page.status === 'ready')
    return (
      <>
        <Painted view={view} />
        {late === view && <LateTitle />}
        <page.Component />
      </>
    )
  if (page.status === 'failed') return <Failed code="VIEW_UNAVAILABLE" onRetry={retry} />
  return (
    <Body>
      <div className="view-wait" role="status">
        {waits && (
          <>
            <Spinner />
            <span className="visually-hidden">{t.modal.loading}</span>
          </>
        )}
      </div>
    </Body>
  )
})

/** In the place of a view that did not load or has crashed: what happened, and a button to try again. */
function Failed({ code, onRetry }: { code: 'VIEW_UNAVAILABLE' | 'VIEW_CRASHED'; onRetry: () => void }) {
  const t = useFirstMessages()
  const { view } = useSnapshot(messages)
  return (
    <Body>
      {/* Only with what is loaded already. */}
      <div className="view-failed" role="alert">
        <h3>{view?.errors?.[code]?.[0] ?? catalogue[code].text}</h3>
        <p>{t.modal.failed[code]}</p>
      </div>
      <Button kind="primary" full onClick={onRetry}>
        {t.modal.tryAgain}
      </Button>
    </Body>
  )
}

/** Announces the title of a view whose heading got the focus before its title had loaded, together with what the view announced itself. */
function LateTitle() {
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      afterFrame(() => {
        const heading = deepActiveElement()
        if (heading?.matches('h2')) setTitle([heading.textContent, modal.said].filter(Boolean).join('. '))
      }),
    [],
  )
  useSaid(title)
  return null
}

/** Calls viewPainted after the view's first frame, then loads what may come next. A component of its own, so that the view does not render again. */
function Painted({ view }: { view: ViewName }) {
  // A view that is opened again while it closes stays mounted; then `painted` is reset, and the effect runs again.
  const { elementId, painted } = useSnapshot(modal)
  const untold = painted === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: an opening is when, not what
  useEffect(() => {
    const told = () => {
      viewPainted(view)
      void loadIcons()
      void import('./load-ahead').then(({ loadAhead }) => loadAhead(view)).catch(() => {})
    }
    // The second frame starts when the first has been painted; a hidden page has no frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(told)
    })
    const hidden = document.hidden ? setTimeout(told) : undefined
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(hidden)
    }
  }, [view, elementId, untold])
  return null
}
