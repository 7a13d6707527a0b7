import { type RefObject, useLayoutEffect } from 'react'
import { deepActiveElement, focusHeading } from './focus'

/** What stands outside the view and goes while it has the focus leaves it to the heading, or it would be nowhere. */
export function useLeaveFocus(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = place.current
    const panel = node?.closest<HTMLElement>('[part="dialog"]')
    return () => {
      if (panel && node?.contains(deepActiveElement())) focusHeading(panel)
    }
  }, [place])
}
