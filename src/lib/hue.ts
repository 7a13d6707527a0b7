/** 32-bit FNV-1a of the UTF-16 units of `text`. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Hue in degrees of the letter tile of `name`. */
export const hueOf = (name: string): number => fnv1a(name.toLowerCase()) % 360

/** First letter or digit of `name`, upper case; a whole character even outside the basic plane. */
export const initialOf = (name: string): string => (name.match(/[\p{L}\p{N}]/u)?.[0] ?? '?').toUpperCase()
