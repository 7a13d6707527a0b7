import { createPublicKey, verify } from 'node:crypto'
import { fromBase58 } from './base58'

/**
 * Points of small order and encodings of them that are not the shortest (RFC 8032 §5.1.7 leaves them open): with such a
 * key or R, one signature fits many messages. Little-endian y without the sign bit.
 */
const weakPoints = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])

const isWeak = (point: Uint8Array) => {
  const y = Buffer.from(point)
  y[31] = (y[31] ?? 0) & 0x7f
  // Every y from the field's prime on has a shorter writing.
  return (
    weakPoints.has(y.toString('hex')) ||
    (y.subarray(1, 31).every((byte) => byte === 0xff) && y[31] === 0x7f && (y[0] ?? 0) >= 0xed)
  )
}

/** Whether a base58 text is an account key: 32 bytes. */
export const isSolanaAddress = (address: string): boolean => fromBase58(address)?.length === 32

/** Whether this ed25519 signature (base58, 64 bytes) of the text is the account's; strict: no weak points, S below the order. */
export function verifySolana(message: string, address: string, signature: string): boolean {
  const [key, bytes] = [fromBase58(address), fromBase58(signature)]
  if (key?.length !== 32 || bytes?.length !== 64 || isWeak(key) || isWeak(bytes.subarray(0, 32))) return false
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
    return verify(null, Buffer.from(message), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
  } catch {
    return false
  }
}
