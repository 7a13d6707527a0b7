/**
 * A typed or pasted address or name without what is copied with it unseen: white space, marks of direction, and characters of no width
 * by which pages break long words. Joiners stay, since emoji in names have them.
 */
export const typedName = (text: string): string => text.replace(/[\s\p{Bidi_C}\u00ad\u200b\u2060]/gu, '')

/** Whether a typed text is meant as a name, not as an address. */
export const looksLikeName = (text: string): boolean => /^[^\s.:/@]+(\.[^\s.:/@]+)+$/u.test(text)
