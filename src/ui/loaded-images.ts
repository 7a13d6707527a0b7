/** Addresses of pictures that have been on screen already: who draws one anew need not wait for it. */
export const loadedImages = new Set<string>()
