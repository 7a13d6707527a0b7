import { type RefObject, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { onOpening } from '../controllers/modal'
import { onChange } from '../controllers/on-change'
import { modal } from '../state/modal'
import { storesVersion } from '../state/store'
import { afterFrame } from '../ui/after-frame'
import type { EarlyShow } from '../ui/Dialog'

/**
 * The element that the modal is open in. Where the dialog of `own` was drawn beforehand and nothing has changed since, it is
 * shown in the very task of the click, and React hears of the opening when that frame is on screen: waking what was
 * drawn takes as long as showing it.
 */
export function useOpening(own: number | undefined) {
  const early = useRef<EarlyShow | undefined>(undefined)
  /** What the drawing was made of; a component within it notes it down. */
  const drawn = useRef<string | undefined>(undefined)
  const untold = useRef(false)
  const subscribe = useCallback(
    (tell: () => void) => {
      const stopFollowing = onChange([modal], () => modal.elementId, tell)
      const stopOpening = onOpening(() => {
        if (modal.elementId !== own || document.hidden || drawn.current === undefined || drawn.current !== content()) return
        const takeBack = early.current?.()
        if (!takeBack) return
        untold.current = true
        afterFrame(() => {
          untold.current = false
          if (modal.elementId !== own) takeBack()
          tell()
        })
      })
      return () => {
        stopFollowing()
        stopOpening()
      }
    },
    [own],
  )
  const elementId = useSyncExternalStore(subscribe, () => (untold.current ? undefined : modal.elementId))
  return { elementId, early, drawn }
}

/** Stands in what is drawn and notes down what it was made of: when it is first drawn, and when it is last seen. */
export function Drawn({ drawn }: { drawn: RefObject<string | undefined> }) {
  drawn.current ??= content()
  useLayoutEffect(
    () => () => {
      drawn.current = content()
    },
    [drawn],
  )
  return null
}

/** What a drawing of Connect is made of, as text; other views show what is as old as they are, and are drawn anew. */
const content = () => (modal.stack.length === 1 && modal.view === 'Connect' && !modal.top.data ? storesVersion(modal) : undefined)
