import { createPublicKey, verify } from 'node:crypto'
import * as z from 'zod/mini'

const FUTURE_LEEWAY_S = 120
const ED25519_MULTICODEC = [0xed, 0x01] as const
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const header = z.object({ alg: z.literal('EdDSA') })
const claims = z.object({ iss: z.string().check(z.startsWith('did:key:z')), iat: z.number(), exp: z.number() })

/** Thrown for a client token that the relay refuses; the message is sent to the client. */
class TokenRefused extends Error {
  override name = 'TokenRefused'
}

/**
 * The client id (`did:key:…`) of a WalletConnect client token: a JWT signed with the Ed25519 key that its issuer names.
 * Throws TokenRefused when it is malformed, forged, expired, or more than two minutes from the future.
 */
export function clientIdOf(token: string): string {
  const [head = '', body = '', signature = ''] = token.split('.')
  const { iss, iat, exp } = parsed(claims, body)
  parsed(header, head)
  if (!verify(null, Buffer.from(`${head}.${body}`), keyOf(iss), Buffer.from(signature, 'base64url')))
    refuse('JWT Token signature is not valid')
  const now = Date.now() / 1000
  if (iat > now + FUTURE_LEEWAY_S) refuse('JWT Token is not yet valid')
  if (exp <= now) refuse('JWT Token is expired')
  return iss
}

function refuse(reason: string): never {
  throw new TokenRefused(`JWT validation error: ${reason}`)
}

function parsed<T>(schema: z.ZodMiniType<T>, part: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(part, 'base64url').toString()))
  } catch {
    return refuse('JWT Token is malformed')
  }
}

function keyOf(didKey: string) {
  const bytes = fromBase58(didKey.slice('did:key:z'.length))
  if (bytes.length !== 34 || ED25519_MULTICODEC.some((byte, i) => bytes[i] !== byte))
    refuse('JWT Token issuer is not an Ed25519 key')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(2).toString('base64url') }, format: 'jwk' })
}

function fromBase58(text: string): Buffer {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter))
  if (value < 0n) return Buffer.alloc(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}
