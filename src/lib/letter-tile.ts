import { fnv1a } from './fnv1a'

/** Hue in degrees of the letter tile of `name`. */
export const hueOf = (name: string): number => fnv1a(name.toLowerCase()) % 360

/** First letter or digit of `name`, upper case; a whole character even outside the basic plane. */
export const initialOf = (name: string): string => (name.match(/[\p{L}\p{N}]/u)?.[0] ?? '?').toUpperCase()
