import { type RefObject, useLayoutEffect } from 'react'
import { deepActiveElement, focusHeading } from './focus'

/** When something outside the view is removed while focused, moves the focus to the heading instead of losing it. */
export function useLeaveFocus(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = place.current
    const panel = node?.closest<HTMLElement>('[part="dialog"]')
    return () => {
      if (panel && node?.contains(deepActiveElement())) focusHeading(panel)
    }
  }, [place])
}
