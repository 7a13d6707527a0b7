import { makeSheet } from './sheet'

let sheet: CSSStyleSheet | undefined

/**
 * Keeps an element that is a dialog out of the layout of its page: as an empty item of a flex or grid container it would have a gap
 * or a cell of its own. To be called each time that it comes into the page: passing through another document has cost it its sheets.
 */
export function leaveFlow({ shadowRoot }: Element): void {
  if (!shadowRoot) return
  sheet ??= makeSheet(':host(:not(:state(embedded))){position:absolute}')
  const { adoptedStyleSheets: found = [] } = shadowRoot
  if (!found.includes(sheet)) shadowRoot.adoptedStyleSheets = [sheet, ...found]
}
