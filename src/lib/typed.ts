/** The zero of each script that we speak and that has digits of its own (Arabic, Persian, Devanagari, Thai), and of wide ones. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]

/** Digits of other scripts, as a keyboard of the visitor's language types them, as those that figures are read by; all else as it is. */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((each) => code >= each && code < each + 10)
    return zero === undefined ? digit : String(code - zero)
  })

/** The two amounts that a text may mean whose comma may group thousands as well as be the point; undefined for any other text. */
export const readingsOf = (text: string): readonly [string, string] | undefined => {
  const [, whole, rest] = /^(\d*[1-9]\d*),(\d{3})$/.exec(latinDigits(text.trim())) ?? []
  return whole && rest ? [`${whole}${rest}`, `${whole}.${rest}`] : undefined
}

/**
 * What is typed as an amount, in digits of any language of ours: a comma is the point on keyboards of many countries, and Arabic has one
 * of its own. One that groups thousands, or may, stays as it is and is refused with the rest.
 */
export const typedAmount = (text: string): string => {
  const typed = latinDigits(text.trim())
  return /^\d*[,٫]\d*$/.test(typed) && !readingsOf(typed) ? typed.replace(/[,٫]/, '.') : typed
}
