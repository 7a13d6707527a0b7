/** The zero of each script that we speak and that has digits of its own (Arabic, Persian, Devanagari, Thai), and of wide ones. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]

/** Digits of other scripts, as a keyboard of the visitor's language types them, as those that figures are read by; all else as it is. */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const value = zeros.map((zero) => digit.charCodeAt(0) - zero).find((each) => each >= 0 && each < 10)
    return `${value ?? digit}`
  })
