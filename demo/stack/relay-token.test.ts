import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clientIdOf } from './relay-token'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

function identity() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  let value = BigInt(`0xed01${raw.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = BASE58[Number(value % 58n)] + text
  return { id: `did:key:z${text}`, key: privateKey }
}

function token(key: KeyObject, claims: object, alg = 'EdDSA') {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

describe('clientIdOf', () => {
  const { id, key } = identity()

  test('a valid token gives the id of its client', () => {
    expect(clientIdOf(token(key, { iss: id, iat: inSeconds(0), exp: inSeconds(60) }))).toBe(id)
  })

  test('a clock that is two minutes fast is tolerated', () => {
    expect(clientIdOf(token(key, { iss: id, iat: inSeconds(110), exp: inSeconds(600) }))).toBe(id)
  })

  test('error: a token from the future says so', () => {
    expect(() => clientIdOf(token(key, { iss: id, iat: inSeconds(180), exp: inSeconds(600) }))).toThrow(
      'JWT validation error: JWT Token is not yet valid',
    )
  })

  test('error: an expired token is refused', () => {
    expect(() => clientIdOf(token(key, { iss: id, iat: inSeconds(-120), exp: inSeconds(-1) }))).toThrow('JWT Token is expired')
  })

  test('error: a signature by another key is refused', () => {
    const forged = token(identity().key, { iss: id, iat: inSeconds(0), exp: inSeconds(60) })
    expect(() => clientIdOf(forged)).toThrow('signature is not valid')
  })

  test('error: claims changed after signing are refused', () => {
    const [head, , signature] = token(key, { iss: id, iat: inSeconds(0), exp: inSeconds(60) }).split('.')
    const longer = part({ iss: id, iat: inSeconds(0), exp: inSeconds(9999) })
    expect(() => clientIdOf(`${head}.${longer}.${signature}`)).toThrow('signature is not valid')
  })

  test('error: an unsigned or misnamed algorithm is refused', () => {
    expect(() => clientIdOf(token(key, { iss: id, iat: inSeconds(0), exp: inSeconds(60) }, 'none'))).toThrow('malformed')
  })

  test.each(['', 'a.b.c', '..', 'null.null.null'])('error: %j is malformed', (text) => {
    expect(() => clientIdOf(text)).toThrow('JWT Token is malformed')
  })

  test.each(['did:key:z', 'did:key:z0OIl', 'did:key:z6Mk'])('error: the issuer %s is no Ed25519 key', (iss) => {
    expect(() => clientIdOf(token(key, { iss, iat: inSeconds(0), exp: inSeconds(60) }))).toThrow('issuer is not an Ed25519 key')
  })
})
