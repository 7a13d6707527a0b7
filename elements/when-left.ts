/**
 * Runs `then` when an element that was taken out of the page stays out: it may be put in again in one step, as by what moves a node,
 * or in several of one task, as Turbo carries what is permanent into the next page.
 */
export function whenLeft(element: Element, then: () => void): void {
  // In a host's tests all of jsdom may have gone by then.
  const look = () => element.isConnected || !globalThis.document || then()
  if (element.closest('[data-turbo-permanent]')) setTimeout(look)
  else queueMicrotask(look)
}
