/** Bytes in whatever list a wallet writes them, those of another frame included; undefined for what is none. Never throws. */
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
