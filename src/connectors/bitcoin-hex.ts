/** Bytes as hex in lower case, without `0x`. */
export const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Bytes of a hex text without `0x`; undefined for any other value. */
export const fromHex = (text: unknown): Uint8Array | undefined =>
  typeof text === 'string' && /^([\da-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined
