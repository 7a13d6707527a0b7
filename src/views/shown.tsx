import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { modal } from '../state/modal'
import { afterFrame } from '../ui/after-frame'
import { Closing } from '../ui/Dialog'
import { prefersReducedMotion } from '../ui/motion'

/** The view on top of the stack; another `key` is another view. */
const useTop = () => {
  const { stack, top, direction, pressed } = useSnapshot(modal)
  const depth = stack.length
  const key = `${depth} ${top.view} ${top.data?.walletId ?? ''}`
  return useMemo(() => ({ ...top, key, depth, direction, pressed }), [top, key, depth, direction, pressed])
}

type Shown = ReturnType<typeof useTop>

const Context = createContext({ view: 'Connect' } as Shown)
/** By itself, so that a press draws nothing anew but the stage. */
const Leaving = createContext<Shown['direction'] | undefined>(undefined)

/**
 * What is shown follows the stack. After a press the next frame is for what leaves, which takes little; the new view is drawn when
 * that frame has been painted, so that the press is answered however long the view takes. What another press has overtaken by
 * then is never drawn.
 */
export function ShownView({ children }: { children: ReactNode }) {
  const now = useTop()
  const [drawn, setDrawn] = useState(now)
  const closing = useContext(Closing)
  // What was drawn before this opening is not in sight, and does not leave.
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

/** The view that is shown, with what it was opened with. */
export const useShown = (): Shown => useContext(Context)
/** The way in which it begins to go while the next one is drawn. */
export const useLeaving = () => useContext(Leaving)
