/** A UUID of version 4 (RFC 9562). The browser's own is missing on insecure pages, as with plain http in a local network. */
export const randomId = (): string => crypto.randomUUID?.() ?? ownId()

function ownId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) => {
    // The version and the variant.
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  })
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
