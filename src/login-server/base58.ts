const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** No address or signature is longer. */
const LONGEST = 128

/** The bytes of a base58 text (Bitcoin's alphabet), `undefined` for any other text. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text === '' || text.length > LONGEST) return undefined
  let value = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes])
}
