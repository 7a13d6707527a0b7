/** Whether an element is in this page. In another document, as of a frame, it has no styles, and listens in the wrong place. */
export const isHere = ({ isConnected, ownerDocument }: Element): boolean => isConnected && ownerDocument === globalThis.document

/**
 * Runs `then` if an element that was removed from the page stays out: it may be inserted again at once, when a node is moved, or
 * later in the same task, when Turbo carries a permanent element into the next page, or htmx through another document.
 */
export function whenLeft(element: Element, then: () => void): void {
  // In a host's tests jsdom may have been torn down by then.
  const look = () => !globalThis.document || isHere(element) || then()
  if (element.closest('[data-turbo-permanent]')) setTimeout(look)
  else queueMicrotask(look)
}
