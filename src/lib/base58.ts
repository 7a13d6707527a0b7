const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Decoding takes quadratic time, a tenth of a second for this length; no message or transaction is longer. */
const MAX_LENGTH = 10_000

/** Base58 of bytes in Bitcoin's alphabet, as Solana writes addresses and signatures (draft-msporny-base58). */
export function toBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let at = 0; at < digits.length; at++) {
      carry += (digits[at] ?? 0) << 8
      digits[at] = carry % 58
      carry = (carry / 58) | 0
    }
    for (; carry > 0; carry = (carry / 58) | 0) digits.push(carry % 58)
  }
  const text = digits.reverse().map((digit) => ALPHABET[digit])
  return '1'.repeat(leading(bytes, 0)) + text.join('')
}

/** The bytes that a base58 text stands for; undefined for any other text, and for one over 10,000 characters. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const bytes: number[] = []
  for (const character of text) {
    let carry = ALPHABET.indexOf(character)
    if (carry < 0) return undefined
    for (let at = 0; at < bytes.length; at++) {
      carry += (bytes[at] ?? 0) * 58
      bytes[at] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = leading(text, '1')
  const whole = new Uint8Array(zeros + bytes.length)
  whole.set(bytes.reverse(), zeros)
  return whole
}

/** Whether a text is a Solana address: base58 of exactly 32 bytes. It may be one that no key signs for. */
export const isSolanaAddress = (text: unknown): text is string =>
  typeof text === 'string' && text.length >= 32 && text.length <= 44 && fromBase58(text)?.length === 32

function leading(list: ArrayLike<unknown>, value: unknown): number {
  let count = 0
  while (list[count] === value) count++
  return count
}
