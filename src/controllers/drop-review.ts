import { modal } from '../state/modal'
import type { ViewName } from '../views'
import { onChange } from './on-change'

/**
 * Drops a review that has left the screen. If the embedded wallet's approval screen is in its place, that is decided when it closes:
 * the review is kept if it is shown again.
 */
export function dropReview(view: ViewName, drop: () => void): void {
  if (modal.view !== 'ApproveTransaction') return drop()
  const where = () => `${modal.view} ${modal.elementId}`
  const stop = onChange([modal], where, () => {
    stop()
    if (modal.view !== view) drop()
  })
}
