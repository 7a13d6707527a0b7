import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

// The bytes before the 32 bytes of a seed or a public key in their standard forms (RFC 8410).
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The ed25519 key of a seed: its public half, and signatures with it. */
export function keyOfSeed(seed: Uint8Array): {
  readonly publicKey: Uint8Array
  readonly sign: (bytes: Uint8Array) => Uint8Array
} {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  return { publicKey: new Uint8Array(publicKey), sign: (bytes) => new Uint8Array(sign(null, bytes, key)) }
}

/** Whether the key's owner signed these bytes. */
export function isSignedBy(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
  return verify(null, bytes, key, signature)
}
