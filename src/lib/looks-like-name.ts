/** Whether a typed text is meant as a name, or as an address behind its chain's (`eth:0x…`), not as an address alone. */
export const looksLikeName = (text: string): boolean => /^[^\s.:/@]+([.:][^\s.:/@]+)+$/u.test(text)
