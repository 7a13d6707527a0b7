import { modal } from '../state/modal'
import type { ViewName } from '../views'
import { onChange } from './on-change'

/**
 * A review has gone from the screen and is dropped; where the embedded wallet asks about it on a screen of its own, only if that does
 * not lead back to it.
 */
export function dropReview(view: ViewName, drop: () => void): void {
  if (modal.view !== 'ApproveTransaction') return drop()
  const where = () => `${modal.view} ${modal.elementId}`
  const stop = onChange([modal], where, () => {
    stop()
    if (modal.view !== view) drop()
  })
}
