import { dragSheet, type SheetDrag } from './sheet-drag'
import { followKeyboard } from './visual-viewport'

/** What only a touch screen or a narrow window needs: the on-screen keyboard's height, and a sheet to drag. Returns the stop. */
export function startTouch(dialog: HTMLElement, drag: SheetDrag): () => void {
  const stops = [followKeyboard(dialog), dragSheet(drag)]
  return () => {
    for (const stop of stops) stop()
  }
}
