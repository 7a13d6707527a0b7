/** URLs of pictures that have loaded before: drawing one again needs no placeholder. */
export const loadedImages = new Set<string>()
