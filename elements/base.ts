/** `HTMLElement`, or an empty class where there is no document, so that importing the package in Node is harmless. */
export const ElementBase: typeof HTMLElement = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement
