/**
 * Runs `then` if an element that was removed from the page stays out: it may be inserted again at once, when a node is moved, or
 * later in the same task, when Turbo carries a permanent element into the next page.
 */
export function whenLeft(element: Element, then: () => void): void {
  // In a host's tests jsdom may have been torn down by then.
  const look = () => element.isConnected || !globalThis.document || then()
  if (element.closest('[data-turbo-permanent]')) setTimeout(look)
  else queueMicrotask(look)
}
