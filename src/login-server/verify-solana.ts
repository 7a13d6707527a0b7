import { createPublicKey, verify } from 'node:crypto'
import { fromBase58, isSolanaAddress } from '../lib/base58'
import { isStrong } from '../lib/ed25519'

/** 64 bytes are never longer in base58. Decoding takes time quadratic in the length, and anybody may send one. */
const LONGEST_SIGNATURE = 88

/** Whether this ed25519 signature (base58, 64 bytes) of the text is the account's; strict: no weak points, S below the order. */
export function verifySolana(message: string, address: string, signature: string): boolean {
  if (!isSolanaAddress(address) || signature.length > LONGEST_SIGNATURE) return false
  const [key, bytes] = [fromBase58(address), fromBase58(signature)]
  if (!key || bytes?.length !== 64 || !isStrong(key) || !isStrong(bytes.subarray(0, 32))) return false
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
    return verify(null, Buffer.from(message), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
  } catch {
    return false
  }
}
