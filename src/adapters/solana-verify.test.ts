import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { fromBase58, toBase58 } from '../lib/base58'
import { networks } from './solana-networks'
import { verifySignature } from './solana-verify'

const runs = inFull(10_000, 300)
const message = 'bakery.example wants you to sign in with your Solana account 🥐'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const address = toBase58(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const signature = toBase58(sign(null, Buffer.from(message), privateKey))
const [network] = networks

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const sha512 = (...parts: Uint8Array[]) => createHash('sha512').update(Buffer.concat(parts)).digest()
const numberOf = (bytes: Uint8Array) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
const bytesOf = (number: bigint) => Uint8Array.from({ length: 32 }, (_, at) => Number((number >> BigInt(8 * at)) & 255n))
/** The number of which the public key is the multiple of the base point (RFC 8032 §5.1.5). */
function secret(): bigint {
  const [first = 0, ...rest] = sha512(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')).subarray(0, 32)
  const last = rest.pop() ?? 0
  return numberOf(Uint8Array.of(first & 248, ...rest, (last & 127) | 64))
}

afterEach(() => vi.restoreAllMocks())

const verify = (signed: Partial<Record<'address' | 'message' | 'signature', string>>) => {
  if (!network) throw new Error('There is no network')
  return verifySignature(network, { address, message, signature, ...signed }, { urls: [], batch: 1 })
}

describe('verifySignature', () => {
  test("accepts an account's own signature", async () => {
    expect(await verify({})).toBe(true)
  })

  test('error: refuses another message, another account, and an invalid signature', async () => {
    expect(await verify({ message: `${message} ` })).toBe(false)
    expect(await verify({ address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1' })).toBe(false)
    for (const junk of ['', '0', 'l', toBase58(new Uint8Array(63)), toBase58(new Uint8Array(64)), signature.repeat(100)])
      expect(await verify({ signature: junk })).toBe(false)
    for (const junk of ['', 'A', toBase58(new Uint8Array(31)), `${address}1`]) expect(await verify({ address: junk })).toBe(false)
  })

  test(`promise 28: error: of ${runs} changed bytes of an ed25519 signature 0 are taken`, async () => {
    const bytes = fromBase58(signature) ?? new Uint8Array()
    await fc.assert(
      fc.asyncProperty(fc.nat(63), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ change : byte))
        expect(await verify({ signature: toBase58(changed) })).toBe(false)
      }),
      { numRuns: runs },
    )
  })

  test('error: refuses the same S written again, larger by the order', async () => {
    const bytes = fromBase58(signature) ?? new Uint8Array()
    const s = numberOf(bytes.subarray(32)) + ORDER
    expect(await verify({ signature: toBase58(Buffer.concat([bytes.subarray(0, 32), bytesOf(s)])) })).toBe(false)
  })

  test.each([
    ['the neutral point', `01${'00'.repeat(31)}`],
    ['a second encoding of it', `ee${'ff'.repeat(30)}7f`],
  ])('error: refuses %s as the key beside a sound R, a multiple of the base point that fits every message', async (_, hex) => {
    const forged = Buffer.concat([fromBase58(address) ?? new Uint8Array(), bytesOf(secret() % ORDER)])
    expect(await verify({ address: toBase58(Buffer.from(hex, 'hex')), signature: toBase58(forged) })).toBe(false)
  })

  test('error: refuses the neutral point as R beside a sound key', async () => {
    const [r, key] = [bytesOf(1n), fromBase58(address) ?? new Uint8Array()]
    const s = (numberOf(sha512(r, key, Buffer.from(message))) * secret()) % ORDER
    expect(await verify({ signature: toBase58(Buffer.concat([r, bytesOf(s)])) })).toBe(false)
  })

  test('error: a browser without ed25519 says so, instead of refusing the signature', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Ed25519', 'NotSupportedError'))
    await expect(verify({})).rejects.toMatchObject({ code: 'SIGN_IN_UNSUPPORTED' })
  })

  // With the neutral point as key and R, and S = 0, the equation holds for every message.
  test.each([
    ['the neutral point', `01${'00'.repeat(31)}`],
    ['a second encoding of it', `ee${'ff'.repeat(30)}7f`],
    ['the point of order 2', `ec${'ff'.repeat(30)}7f`],
    ['a point of order 4', '00'.repeat(32)],
    ['a point of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
    ['its opposite', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'],
    ['another of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
  ])('error: refuses %s as the key, which signs everything', async (_, hex) => {
    const weak = Buffer.from(hex, 'hex')
    const neutral = Buffer.from(`01${'00'.repeat(63)}`, 'hex')
    expect(await verify({ address: toBase58(weak), signature: toBase58(neutral) })).toBe(false)
    expect(await verify({ address: toBase58(weak), signature: toBase58(Buffer.concat([weak, Buffer.alloc(32)])) })).toBe(false)
  })
})
