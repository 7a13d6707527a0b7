import {
  Activity,
  createContext,
  memo,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { whenIdle } from '../lib/idle'
import { adoptSheets, type SheetRoot } from './adopt'
import css from './Dialog.css?inline'
import { onEscape } from './escape'
import { rememberFocus, showFocused } from './focus'
import { isSheetWidth, isTouch, prefersReducedMotion } from './motion'
import { lockScroll } from './scroll-lock'
import { useSheet } from './sheet'
import { standInOf } from './stand-in'

/** What the visitor did to leave; `button` comes from the header, a dragged sheet counts as `backdrop`. */
type CloseSource = 'button' | 'escape' | 'backdrop'

type DialogProps = {
  /** Alone decides what is shown: a reported request closes nothing by itself. Ignored when embedded. */
  open: boolean
  /** In place instead of over the page: no scrim, no modality, no closing. */
  embedded?: boolean | undefined
  /** Id of the heading that names the dialog, given to `Header` as `titleId`. */
  labelId: string
  /** True for the 500 ms of a blocked close. */
  shaking?: boolean | undefined
  /** Closing is not possible now: the sheet follows a drag for 24 px and returns. */
  locked?: boolean | undefined
  /** Direction of the locale; icons are mirrored by it. */
  dir: 'ltr' | 'rtl'
  lang?: string | undefined
  /** Returns whether it closes. */
  onCloseRequest: (source: CloseSource) => boolean
  /** The view: header, body, footer. Its effects run only while it is open. */
  children: ReactNode
  /** Receives a function that shows the dialog, if it was rendered ahead, without React. */
  early?: RefObject<EarlyShow | undefined> | undefined
  /** Stays mounted in the dialog whether it is open or not (live regions, the secure frame). */
  permanent?: ReactNode
}

/** Shows the dialog; returns a function that hides it again if it was not to be opened after all, undefined if nothing was rendered ahead. */
export type EarlyShow = () => (() => void) | undefined

/** The modal: native, in the top layer; a bottom sheet under 480 px; in place when embedded. */
export function Dialog({ embedded, ...props }: DialogProps) {
  useSheet(css)
  return embedded ? <Embedded {...props} /> : <Modal {...props} />
}

function Modal({ open, labelId, shaking, locked, dir, lang, onCloseRequest, children, early, permanent }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  // Stays true during the closing motion.
  const [shown, setShown] = useState(open)
  if (open && !shown) setShown(true)
  const closing = shown && !open
  const adopt = useAdoptedSheets(dialog)
  const now = useLatest({ open, locked: Boolean(locked), onCloseRequest })

  const show = useCallback(() => {
    const node = dialog.current
    const view = panel.current
    if (!node || !view || !content.current) return
    const before = standInOf(node.getRootNode())
    const returnFocus = before?.returnFocus ?? rememberFocus()
    const showNow = () => showFocused(node, view)
    if (before) before.giveWay(node, showNow)
    else showNow()
    const unlockScroll = before?.unlockScroll ?? lockScroll()
    // The same listener each time, so that the node has it only once.
    for (const type of ['wheel', 'touchmove']) node.addEventListener(type, keep, { passive: true })
    const touched = () =>
      later(
        () => import('./touch'),
        ({ startTouch }) =>
          startTouch(node, {
            panel: view,
            scrim: node.firstElementChild,
            locked: () => now.current.locked,
            onDismiss: () => now.current.onCloseRequest('backdrop'),
          }),
      )
    const stops = [
      unlockScroll,
      animated(view, content.current, unlockScroll),
      isTouch() || isSheetWidth() ? touched() : undefined,
      onEscape(node, () => now.current.onCloseRequest('escape')),
    ]
    return () => {
      for (const stop of stops) stop?.()
      node.close()
      returnFocus()
    }
  }, [now])

  const shownEarly = useRef<{ hide: ReturnType<typeof show>; settle: () => void } | undefined>(undefined)
  useLayoutEffect(() => {
    if (!early) return
    early.current = () => {
      const inside = content.current
      if (!inside || hiddenIn(inside).length === 0) return
      const reveal = () => {
        for (const each of hiddenIn(inside)) each.style.removeProperty('display')
      }
      reveal()
      // React hides again what it still commits out of sight; the observer shows it before the next frame.
      const revealer = new MutationObserver(reveal)
      revealer.observe(inside, { childList: true, subtree: true, attributeFilter: ['style'] })
      const settle = () => {
        revealer.disconnect()
        inside.removeAttribute('data-first')
      }
      // After a stand-in nothing is missing any more.
      if (!standInOf(inside.getRootNode())) inside.dataset.first = ''
      const hide = show()
      shownEarly.current = { hide, settle }
      return () => {
        shownEarly.current = undefined
        settle()
        hide?.()
        for (const each of inside.children)
          if (each instanceof HTMLElement) each.style.setProperty('display', 'none', 'important')
      }
    }
    return () => {
      early.current = undefined
    }
  }, [early, show])

  useLayoutEffect(() => {
    if (!shown) return
    const before = shownEarly.current
    shownEarly.current = undefined
    before?.settle()
    return before ? before.hide : show()
  }, [shown, show])

  useLayoutEffect(() => {
    if (!closing) return
    const motion = prefersReducedMotion() ? 0 : isSheetWidth() ? SHEET_OUT_MS : OUT_MS
    const timer = setTimeout(() => setShown(false), motion)
    return () => clearTimeout(timer)
  }, [closing])

  // A browser may close a dialog without asking (a second Escape in a row): `open` still decides.
  const reopen = () => {
    const node = dialog.current
    if (!now.current.open || !node || node.open) return
    node.showModal()
    onCloseRequest('escape')
  }

  return (
    <dialog
      ref={adopt}
      className="modal surface"
      aria-labelledby={labelId}
      data-state={closing ? 'closing' : 'open'}
      dir={dir}
      lang={lang}
      onClose={reopen}
    >
      {/* The second click of a double one may be meant for what the first has opened this with. */}
      {/* ::backdrop cannot carry a part, so the scrim is a node. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape is the key for it */}
      <div className="scrim" part="backdrop" onClick={({ detail }) => detail > 1 || onCloseRequest('backdrop')} />
      <div ref={panel} className="panel" part="dialog" data-shaking={shaking || undefined} tabIndex={-1}>
        <div className="grip" aria-hidden="true" />
        <div ref={content} className="panel-content">
          {/* Rendered ahead and kept while closed; meanwhile without effects, so that nothing runs. */}
          <Activity mode={shown ? 'visible' : 'hidden'}>
            <Closing value={closing}>
              <Frozen frozen={closing}>{children}</Frozen>
            </Closing>
          </Activity>
        </div>
      </div>
      {permanent}
    </dialog>
  )
}

function Embedded({ labelId, shaking, dir, lang, children, permanent }: Omit<DialogProps, 'embedded'>) {
  const panel = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const adopt = useAdoptedSheets()
  useLayoutEffect(() => (panel.current && content.current ? animated(panel.current, content.current) : undefined), [])
  return (
    <div ref={adopt} role="dialog" aria-labelledby={labelId} className="embedded surface" dir={dir} lang={lang}>
      <div ref={panel} className="panel" part="dialog" data-shaking={shaking || undefined}>
        <div ref={content} className="panel-content">
          {children}
        </div>
      </div>
      {permanent}
    </div>
  )
}

/** Scrolling here is not for the page's listeners: a dialog of the page may forbid scrolling outside itself. */
const keep = (event: Event) => event.stopPropagation()

/** Whether the dialog is closing: parts that subscribe to stores themselves must not change then. */
export const Closing = createContext(false)

const OUT_MS = 120
const SHEET_OUT_MS = 200

/** Keeps its children as they were while `frozen`: a closing view must not change. */
export const Frozen = memo(
  function Frozen({ children }: { frozen: boolean; children: ReactNode }) {
    return children
  },
  (_, next) => next.frozen,
)

/** The nodes that React has rendered and hides (`Activity` does it by an inline style). */
const hiddenIn = (content: HTMLElement | null) =>
  [...(content?.children ?? [])].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.style.display === 'none',
  )

/** A ref that gives its root the styles when it is attached; stable, since a new one would remove and add them at each render. */
function useAdoptedSheets<Node extends HTMLElement>(place?: RefObject<Node | null>): RefCallback<Node> {
  return useCallback(
    (node: Node | null) => {
      if (place) place.current = node
      const root = node?.getRootNode()
      if (root instanceof ShadowRoot || root instanceof Document) return adoptSheets(root satisfies SheetRoot)
    },
    [place],
  )
}

/** The newest value, for listeners that outlive a render. */
function useLatest<T>(value: T) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** Loads and starts what the first frame does not need; the returned stop also works while it is loading. */
function later<Module>(load: () => Promise<Module>, start: (module: Module) => () => void): () => void {
  let stopped = false
  let stop = whenIdle(() =>
    load()
      .then((module) => {
        if (!stopped) stop = start(module)
      })
      .catch(() => {}),
  )
  return () => {
    stopped = true
    stop()
  }
}

/** The panel follows the height of its content, and keeps typed keys to itself. */
const animated = (panel: HTMLElement, content: HTMLElement, unlockScroll?: () => void) =>
  later(
    () => import('./panel'),
    ({ startPanel }) => startPanel(panel, content, unlockScroll),
  )
