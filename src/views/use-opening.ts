import { type RefObject, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { onOpening } from '../controllers/modal'
import { onChange } from '../controllers/on-change'
import { modal } from '../state/modal'
import { storesVersion } from '../state/store'
import { afterFrame } from '../ui/after-frame'
import type { EarlyShow } from '../ui/Dialog'
import { standInOf } from '../ui/stand-in'

/** Frames that a drawing out of sight may take; after these it is made at once. */
const DRAWING_FRAMES = 60

/**
 * The element that the modal is open in. Where the dialog of `own` was drawn beforehand and nothing has changed since, it is
 * shown in the very task of the click, and React hears of the opening when that frame is on screen: waking what was
 * drawn takes as long as showing it.
 */
export function useOpening(own: number | undefined, root: Node | undefined) {
  const early = useRef<EarlyShow | undefined>(undefined)
  /** What the drawing was made of; a component within it notes it down. */
  const drawn = useRef<string | undefined>(undefined)
  // What stands in for it is on screen: it is drawn out of sight, piece by piece, and then shown in its place.
  const untold = useRef(modal.elementId === own && standInOf(root) !== undefined)
  const subscribe = useCallback(
    (tell: () => void) => {
      const told = () => {
        untold.current = false
        tell()
      }
      // What came after the drawing is not in it, and does not make it old.
      const isCurrent = () => drawn.current !== undefined && content()?.startsWith(drawn.current) === true
      /** Whether it is on screen now. */
      const showDrawn = () => {
        if (modal.elementId !== own || document.hidden || !isCurrent()) return false
        const takeBack = early.current?.()
        if (!takeBack) return false
        untold.current = true
        afterFrame(() => {
          if (modal.elementId !== own) takeBack()
          told()
        })
        return true
      }
      let tries = DRAWING_FRAMES
      let stopWaiting = () => {}
      const whenDrawn = () => {
        const over = --tries < 0 || modal.elementId !== own || (drawn.current !== undefined && !isCurrent())
        if (over) told()
        // Between a press and its click nothing may change under the finger.
        else if (standInOf(root)?.pressed || !showDrawn()) stopWaiting = afterFrame(whenDrawn)
      }
      if (untold.current) whenDrawn()
      const stopFollowing = onChange(
        [modal],
        () => modal.elementId,
        () => {
          // Something stands in for what was not drawn yet, or has changed since.
          if (!untold.current && modal.elementId === own && standInOf(root)) {
            untold.current = true
            tries = DRAWING_FRAMES
            stopWaiting = afterFrame(whenDrawn)
          }
          tell()
        },
      )
      const stopOpening = onOpening(() => void showDrawn())
      return () => {
        stopWaiting()
        stopFollowing()
        stopOpening()
      }
    },
    [own, root],
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
