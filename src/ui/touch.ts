import { dragSheet, type SheetDrag } from './sheet-drag'
import { followKeyboard } from './visual-viewport'

/** For touch screens and narrow windows: follows the on-screen keyboard and lets the sheet be dragged. Returns the stop. */
export function startTouch(dialog: HTMLElement, drag: SheetDrag): () => void {
  const stops = [followKeyboard(dialog), dragSheet(drag)]
  return () => {
    for (const stop of stops) stop()
  }
}
