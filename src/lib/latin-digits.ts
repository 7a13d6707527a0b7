/** The zero of each script of our locales with its own digits (Arabic, Persian, Devanagari, Thai), and of full-width digits. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]

/** Replaces the digits of these scripts by ASCII digits. */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const value = zeros.map((zero) => digit.charCodeAt(0) - zero).find((each) => each >= 0 && each < 10)
    return `${value ?? digit}`
  })
