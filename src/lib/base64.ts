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

/** Bytes from any kind of list that a wallet may use, also of another frame; undefined for anything else. Never throws. */
export function readBytes(value: unknown): Uint8Array | undefined {
  try {
    if (ArrayBuffer.isView(value))
      return new Uint8Array(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength))
    const isList = Array.isArray(value) && value.every((each) => Number.isInteger(each) && each >= 0 && each < 256)
    return isList ? Uint8Array.from(value) : undefined
  } catch {
    return undefined
  }
}
