/** Whether a typed text is meant as a name, not as an address. */
export const looksLikeName = (text: string): boolean => /^[^\s.:/@]+(\.[^\s.:/@]+)+$/u.test(text)
