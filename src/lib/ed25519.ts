/** The order of the base point (RFC 8032 §5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const PRIME = 2n ** 255n - 19n
/**
 * The y of points of small order: with such a key or R one signature is valid for many messages, and RFC 8032 does not say whether
 * to accept them. 1, -1 and 0 have order 1, 2 and 4, the others order 8.
 */
const weak: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  PRIME - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd83d3d706a17c7n,
])

/**
 * Whether a signature (64 bytes) of a message is valid for this key (32 bytes), strictly: no points of small order, no
 * non-canonical encodings. Rejects where the browser's own cryptography has no Ed25519.
 */
export async function verifyEd25519(key: Uint8Array, signature: Uint8Array, message: Uint8Array): Promise<boolean> {
  if (key.length !== 32 || signature.length !== 64) return false
  if (!isStrong(key) || !isStrong(signature.subarray(0, 32)) || littleEndian(signature.subarray(32)) >= ORDER) return false
  const imported = await crypto.subtle
    .importKey('raw', Uint8Array.from(key), 'Ed25519', false, ['verify'])
    .catch((cause: unknown) => {
      // With a key that is no point of the curve the signature is invalid.
      if (cause instanceof DOMException && cause.name === 'NotSupportedError') throw cause
      return undefined
    })
  return imported !== undefined && crypto.subtle.verify('Ed25519', imported, Uint8Array.from(signature), Uint8Array.from(message))
}

/** Whether 32 bytes (a key or R) are a canonical encoding, and not of a point of small order. */
export function isStrong(point: Uint8Array): boolean {
  // The uppermost bit is the sign of x.
  const y = littleEndian(point) & (2n ** 255n - 1n)
  return y < PRIME && !weak.has(y)
}

const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
