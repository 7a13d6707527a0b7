import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { modal } from '../state/modal'
import { afterFrame } from '../ui/after-frame'
import { Closing } from '../ui/Dialog'
import { prefersReducedMotion } from '../ui/motion'

/** The view on top of the stack; its `key` tells one view from another. */
const useTop = () => {
  const { stack, top, direction, pressed } = useSnapshot(modal)
  const depth = stack.length
  const key = `${depth} ${top.view} ${top.data?.walletId ?? ''}`
  return useMemo(() => ({ ...top, key, depth, direction, pressed }), [top, key, depth, direction, pressed])
}

type Shown = ReturnType<typeof useTop>

const Context = createContext({ view: 'Connect' } as Shown)
/** A context of its own, so that a press renders only the transition again. */
const Leaving = createContext<Shown['direction'] | undefined>(undefined)

/**
 * Provides the view to show, which follows the stack. After a press, the next frame only starts the leaving of the present view; the new
 * view is rendered after that frame has been painted, so that the press is answered at once however long the view takes. A view that
 * another press has replaced by then is never rendered.
 */
export function ShownView({ children }: { children: ReactNode }) {
  const now = useTop()
  const [drawn, setDrawn] = useState(now)
  const closing = useContext(Closing)
  // A view that was rendered before this opening was not visible and does not leave.
  const isSeen = modal.elementId === undefined || modal.painted !== undefined
  const leaves = !closing && isSeen && now.pressed && now.direction !== 'none' && now.key !== drawn.key && !prefersReducedMotion()
  if (!leaves && !closing && drawn !== now) setDrawn(now)
  useEffect(() => {
    if (leaves) return afterFrame(() => setDrawn(now))
  }, [leaves, now])
  return (
    <Context value={leaves || closing ? drawn : now}>
      <Leaving value={leaves ? now.direction : undefined}>{children}</Leaving>
    </Context>
  )
}

/** The view that is shown, with its data. */
export const useShown = (): Shown => useContext(Context)
/** The direction in which it leaves while the next one is rendered; undefined otherwise. */
export const useLeaving = () => useContext(Leaving)
