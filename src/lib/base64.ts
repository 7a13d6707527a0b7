/** Base64 of bytes (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Bytes of a base64 text; undefined for any other value. */
export function fromBase64(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
