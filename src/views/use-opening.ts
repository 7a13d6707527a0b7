import { type RefObject, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { onOpening } from '../controllers/modal'
import { onChange } from '../controllers/on-change'
import { modal } from '../state/modal'
import { storesVersion } from '../state/store'
import { afterFrame } from '../ui/after-frame'
import type { EarlyShow } from '../ui/Dialog'
import { standInOf } from '../ui/stand-in'

/** For how many frames React may render out of sight; after that it renders synchronously. */
const DRAWING_FRAMES = 60

/**
 * The element that the modal is open in. If the dialog of `own` was rendered ahead and nothing has changed since, it is shown
 * synchronously in the click, and React hears of the opening only when that frame is on screen, since that takes as long as showing it.
 */
export function useOpening(own: number | undefined, root: Node | undefined) {
  const early = useRef<EarlyShow | undefined>(undefined)
  /** The content that was rendered ahead, as text; `Drawn` notes it. */
  const drawn = useRef<string | undefined>(undefined)
  // While a stand-in is on screen, the dialog is rendered out of sight piece by piece, and then shown in its place.
  const untold = useRef(modal.elementId === own && standInOf(root) !== undefined)
  const subscribe = useCallback(
    (tell: () => void) => {
      const told = () => {
        untold.current = false
        tell()
      }
      // Stores that were made after the rendering are not in it and do not make it stale.
      const isCurrent = () => drawn.current !== undefined && content()?.startsWith(drawn.current) === true
      /** Shows the rendered dialog if it is current; returns whether it did. */
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
        // Nothing may change under the finger between a press and its click.
        else if (standInOf(root)?.pressed || !showDrawn()) stopWaiting = afterFrame(whenDrawn)
      }
      if (untold.current) whenDrawn()
      const stopFollowing = onChange(
        [modal],
        () => modal.elementId,
        () => {
          // A stand-in is shown for a dialog that is not rendered yet, or has changed since.
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

/** A child of the rendered dialog that notes its content: when it is first rendered, and when it is hidden. */
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

/** The content of Connect, as text to compare; undefined for other views, which are always rendered again. */
const content = () => (modal.stack.length === 1 && modal.view === 'Connect' && !modal.top.data ? storesVersion(modal) : undefined)
