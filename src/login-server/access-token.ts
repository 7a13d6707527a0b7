import { createPublicKey, type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import { LoginRefusal } from './refusal'
import type { User } from './types'

/** Life of an access token in seconds. */
export const ACCESS_LIFE_S = 600

/** Claims of an access token (RFC 9068); `act` is the operator of a support view (RFC 8693). */
export type AccessClaims = {
  readonly iss: string
  readonly aud: string
  /** User id. */
  readonly sub: string
  /** The account's address. */
  readonly addr: string
  /** CAIP-2. */
  readonly cid: string
  /** The family of refresh tokens, or the assist. */
  readonly sid: string
  readonly jti: string
  readonly scope: 'full' | 'read'
  readonly act?: { readonly sub: string }
  /** Seconds since 1970. */
  readonly iat: number
  readonly exp: number
}

/** Who signs access tokens, and for whom. */
export type Issuer = { readonly key: KeyObject; readonly issuer: string; readonly audience: string }
type Grant = {
  readonly user: User
  readonly sid: string
  readonly now: number
  readonly lifeS: number
  readonly operator?: string
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
// Compared as text: a token with any other header is not ours, whatever algorithm it names.
const HEADER = encode({ alg: 'EdDSA', typ: 'at+jwt' })

/** A signed access token; with an operator it is read-only. */
export function issueAccessToken({ key, issuer, audience }: Issuer, { user, sid, now, lifeS, operator }: Grant): string {
  const iat = Math.floor(now / 1000)
  const claims: AccessClaims = {
    iss: issuer,
    aud: audience,
    sub: user.id,
    addr: user.address,
    cid: user.chain,
    sid,
    jti: randomUUID(),
    scope: operator ? 'read' : 'full',
    ...(operator && { act: { sub: operator } }),
    iat,
    exp: iat + lifeS,
  }
  const signed = `${HEADER}.${encode(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

/** A token's claims, once its signature, issuer, audience and expiry are checked. Throws `token_invalid`. */
export function readAccessToken({ key, issuer, audience }: Issuer, token: string, now: number): AccessClaims {
  const [header, body = '', signature = '', ...more] = token.length > 4_000 ? [] : token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const isOurs =
    header === HEADER &&
    more.length === 0 &&
    // base64url can encode the same bytes in several ways; ours is the shortest.
    bytes.toString('base64url') === signature &&
    verify(null, Buffer.from(`${header}.${body}`), createPublicKey(key), bytes)
  if (!isOurs) throw new LoginRefusal('token_invalid')
  // Signed by us, so it has our shape.
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as AccessClaims
  if (claims.iss !== issuer || claims.aud !== audience || claims.exp * 1000 <= now) throw new LoginRefusal('token_invalid')
  return claims
}
