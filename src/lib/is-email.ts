/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string): boolean =>
  text.length <= 320 && /^[^\s@<>"'`\\]+@[^\s@<>"'`\\]+\.[^\s@<>"'`\\]+$/.test(text)
