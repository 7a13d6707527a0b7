import { createHash, createHmac, randomBytes } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 24 of 62 characters: 142 bits. */
const NONCE_LENGTH = 24
/** Largest multiple of the alphabet's length below 256: bytes from there on would make the first letters likelier. */
const FAIR = 256 - (256 % LETTERS.length)

/** A nonce as EIP-4361 requires: letters and digits, at least 128 bits. */
export function newNonce(): string {
  let nonce = ''
  while (nonce.length < NONCE_LENGTH)
    for (const byte of randomBytes(NONCE_LENGTH)) if (byte < FAIR && nonce.length < NONCE_LENGTH) nonce += LETTERS[byte % 62]
  return nonce
}

/** An unguessable id: the prefix and 128 random bits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(16).toString('base64url')}`

/** A refresh token: 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A token's hash, which is all that the storage keeps of it. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Encrypts a token's successor so that only a holder of the token can read it (a one-time pad derived from the token); the same call on
 * the result decrypts it. Both are 256 bits in base64url.
 */
export function seal(token: string, successor: string): string {
  const pad = createHmac('sha256', token).update('successor').digest()
  const sealed = Buffer.from(successor, 'base64url')
  for (const [i, byte] of pad.entries()) sealed[i] = (sealed[i] ?? 0) ^ byte
  return sealed.toString('base64url')
}
