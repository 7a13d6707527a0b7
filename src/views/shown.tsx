import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { modal } from '../state/modal'
import { prefersReducedMotion } from '../ui/motion'

/** The view on top of the stack; another `key` is another view. */
const useTop = () => {
  const { stack, top, direction, pressed } = useSnapshot(modal)
  const depth = stack.length
  const key = `${depth} ${top.view} ${top.data?.walletId ?? ''}`
  return useMemo(() => ({ ...top, key, depth, direction, pressed }), [top, key, depth, direction, pressed])
}

/** `leaves`: the way in which it begins to go, while the next one is drawn. */
type Shown = ReturnType<typeof useTop> & { readonly leaves?: 'next' | 'prev' | 'none' }

const Context = createContext({ view: 'Connect' } as Shown)

/**
 * What is shown follows the stack. After a press the first frame is for what leaves, which takes little, and the new view is
 * drawn behind it; React does that whenever it has time and gives up whatever another press has overtaken.
 */
export function ShownView({ children }: { children: ReactNode }) {
  const now = useTop()
  const drawn = useDeferredValue(now)
  const leaves = now.pressed && now.key !== drawn.key && !prefersReducedMotion()
  return <Context value={leaves ? { ...drawn, leaves: now.direction } : now}>{children}</Context>
}

/** The view that is shown, with what it was opened with. */
export const useShown = (): Shown => useContext(Context)
