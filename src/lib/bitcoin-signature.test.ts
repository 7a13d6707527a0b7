import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base64, bech32, bech32m, createBase58check, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { fromBase58, toBase58 } from './base58'
import { readBitcoinAddress } from './bitcoin-address'
import { verifyBitcoinMessage } from './bitcoin-signature'
import vectors from './vectors/bip322.json'

const runs = inFull(10_000, 300)

const key = sha256(utf8ToBytes('a key of this test'))
const [compressed, whole] = [secp256k1.getPublicKey(key, true), secp256k1.getPublicKey(key, false)]
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const base58 = createBase58check(sha256)
const wrapped = hash160(Uint8Array.of(0, 20, ...hash160(compressed)))
const addresses = {
  'key hash': base58.encode(Uint8Array.of(0, ...hash160(compressed))),
  'hash of an uncompressed key': base58.encode(Uint8Array.of(0, ...hash160(whole))),
  'wrapped segwit': base58.encode(Uint8Array.of(5, ...wrapped)),
  segwit: bech32.encode('bc', [0, ...bech32.toWords(hash160(compressed))]),
}
const message = 'bakery.example wants you to sign in with your Bitcoin account:\n'.repeat(5)

/** BIP-137: the header byte, r and s. */
function legacy(header: number, text = message): string {
  const length = text.length < 253 ? [text.length] : [253, text.length & 255, text.length >> 8]
  const said = concatBytes(
    Uint8Array.of(24),
    utf8ToBytes('Bitcoin Signed Message:\n'),
    Uint8Array.from(length),
    utf8ToBytes(text),
  )
  const signed = secp256k1.sign(sha256(sha256(said)), key)
  return base64.encode(Uint8Array.of(header + signed.recovery, ...signed.toCompactRawBytes()))
}

/** The parts of a BIP-322 witness, and a witness of parts. */
function partsOf(signature: string): Uint8Array[] {
  const [, ...bytes] = base64.decode(signature)
  const parts: Uint8Array[] = []
  while (bytes.length > 0) parts.push(Uint8Array.from(bytes.splice(0, bytes.shift())))
  return parts
}
const witnessOf = (...parts: Uint8Array[]) =>
  base64.encode(Uint8Array.of(parts.length, ...parts.flatMap((each) => [each.length, ...each])))

/** A taproot account, and how it signs what this kind of signature commits to (BIP-322, BIP-341). */
const taproot = bech32m.encode('bc', [1, ...bech32m.toWords(schnorr.getPublicKey(key))])
function signedAs(kind: number): Uint8Array {
  const zeros = (count: number) => new Uint8Array(count)
  const sized = (bytes: Uint8Array) => Uint8Array.of(bytes.length, ...bytes)
  const script = sized(Uint8Array.of(0x51, 32, ...schnorr.getPublicKey(key)))
  const says = sized(Uint8Array.of(0, 32, ...schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(message))))
  const input = [Uint8Array.of(1), zeros(32), zeros(4).fill(0xff), says, zeros(4)]
  const toSpend = concatBytes(zeros(4), ...input, Uint8Array.of(1), zeros(8), script, zeros(4))
  const spent = [concatBytes(sha256(sha256(toSpend)), zeros(4)), zeros(8), script, zeros(4)].map((each) => sha256(each))
  const output = sha256(concatBytes(zeros(8), Uint8Array.of(1, 0x6a)))
  const all = [Uint8Array.of(0, kind), zeros(8), ...spent, output, zeros(1), zeros(4)]
  return schnorr.sign(schnorr.utils.taggedHash('TapSighash', ...all), key)
}

describe('verifyBitcoinMessage', () => {
  test.each(vectors.good)('accepts the published $name, in hex too, for its message and account only', (signed) => {
    expect(verifyBitcoinMessage(signed)).toBe(true)
    expect(verifyBitcoinMessage({ ...signed, signature: hex.encode(base64.decode(signed.signature)) })).toBe(true)
    expect(verifyBitcoinMessage({ ...signed, message: `${signed.message}!` })).toBe(false)
    for (const { address } of vectors.good)
      if (address !== signed.address) expect(verifyBitcoinMessage({ ...signed, address })).toBe(false)
  })

  test('accepts the prefix that the simple form has had since 2025', () => {
    const signed = vectors.good[1] ?? expect.fail()
    expect(verifyBitcoinMessage({ ...signed, signature: `smp${signed.signature}` })).toBe(true)
    expect(verifyBitcoinMessage({ ...signed, signature: `ful${signed.signature}` })).toBe(false)
  })

  test('BIP-137’s header gives the address type; older headers are accepted for any type with a compressed key', () => {
    const taken = Object.entries(addresses).map(([name, address]) => [
      name,
      [23, 27, 31, 35, 39, 43].filter((header) => verifyBitcoinMessage({ address, message, signature: legacy(header) })),
    ])
    expect(Object.fromEntries(taken)).toEqual({
      'key hash': [31],
      'hash of an uncompressed key': [27],
      'wrapped segwit': [31, 35],
      segwit: [31, 39],
    })
  })

  test('error: refuses a second encoding of the same signature', () => {
    const bytes = base64.decode(legacy(31))
    const s = BigInt(`0x${hex.encode(bytes.slice(33))}`)
    const other = secp256k1.CURVE.n - s
    const mirrored = hex.decode(other.toString(16).padStart(64, '0'))
    const signature = base64.encode(Uint8Array.of(((bytes[0] ?? 0) - 31) ^ 1 ? 32 : 31, ...bytes.slice(1, 33), ...mirrored))
    expect(verifyBitcoinMessage({ address: addresses.segwit, message, signature })).toBe(false)
    const signed = vectors.good[1] ?? expect.fail()
    const [der = expect.fail(), its = expect.fail()] = partsOf(signed.signature)
    const { r, s: low } = secp256k1.Signature.fromDER(der.slice(0, -1))
    const again = (given: bigint) => {
      const encoded = new secp256k1.Signature(r, given).toDERRawBytes()
      return verifyBitcoinMessage({ ...signed, signature: witnessOf(Uint8Array.of(...encoded, 1), its) })
    }
    expect([again(low), again(secp256k1.CURVE.n - low)]).toEqual([true, false])
    const unpadded = { ...signed, message: '', signature: vectors.good[0]?.signature ?? '' }
    expect(verifyBitcoinMessage(unpadded)).toBe(true)
    expect(verifyBitcoinMessage({ ...unpadded, signature: unpadded.signature.replace('=', '') })).toBe(false)
  })

  test('error: a witness is of the account of its key alone: not of another one of its kind, nor of the key’s older address', () => {
    const signed = vectors.good[1] ?? expect.fail()
    const its = partsOf(signed.signature)[1] ?? expect.fail()
    const older = base58.encode(Uint8Array.of(0, ...hash160(its)))
    for (const address of [addresses.segwit, older]) expect(verifyBitcoinMessage({ ...signed, address })).toBe(false)
  })

  test('error: a witness with a part too many, as a script’s has, is refused', () => {
    for (const signed of vectors.good.slice(1, 3)) {
      const parts = partsOf(signed.signature)
      expect(verifyBitcoinMessage({ ...signed, signature: witnessOf(...parts) })).toBe(true)
      expect(verifyBitcoinMessage({ ...signed, signature: witnessOf(...parts, Uint8Array.of(1)) })).toBe(false)
    }
  })

  test('error: a taproot signature that may commit to less than all, or that names its default kind, is refused', () => {
    const taken = [undefined, 0, 1, 2, 3, 0x81].filter((kind) => {
      const signature = witnessOf(Uint8Array.of(...signedAs(kind ?? 0), ...(kind === undefined ? [] : [kind])))
      return verifyBitcoinMessage({ address: taproot, message, signature })
    })
    expect(taken).toEqual([undefined, 1])
  })

  test('error: a message whose length does not fit the form is refused, although a key can sign it with another', () => {
    const long = 'x'.repeat(70_000)
    expect(verifyBitcoinMessage({ address: addresses.segwit, message: long, signature: legacy(39, long) })).toBe(false)
  })

  test('error: refuses any other byte', () => {
    const [, segwit, taproot] = vectors.good
    for (const signed of [segwit, taproot]) {
      const bytes = base64.decode(signed?.signature ?? '')
      for (let at = 0; at < Math.min(bytes.length, runs); at++) {
        const changed = Uint8Array.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        const signature = base64.encode(changed)
        expect(verifyBitcoinMessage({ ...(signed ?? expect.fail()), signature }), `byte ${at}`).toBe(false)
      }
    }
  })

  test.each([
    ['nothing', ''],
    ['no base64', '!!!'],
    ['zeros', base64.encode(new Uint8Array(65))],
    ['a witness with trailing bytes', `${hex.encode(base64.decode(vectors.good[1]?.signature ?? ''))}00`],
    ['a witness of three parts', '03010101010101'],
    ['a witness of no part', '00'],
    ['far too much', 'A'.repeat(8_000)],
  ])('error: %s is not a signature', (_, signature) => {
    for (const { address } of vectors.good)
      expect(verifyBitcoinMessage({ address, message: 'Hello World', signature })).toBe(false)
  })

  test('error: a script address has no key that could sign', () => {
    const script = bech32.encode('bc', [0, ...bech32.toWords(sha256(compressed))])
    expect(readBitcoinAddress(script)?.kind).toBe('wsh')
    for (const signature of [legacy(31), legacy(39), vectors.good[1]?.signature ?? ''])
      expect(verifyBitcoinMessage({ address: script, message, signature })).toBe(false)
  })
})

describe('readBitcoinAddress', () => {
  test.each([
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'pkh', 'main'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'sh', 'main'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'pkh', 'test'],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'sh', 'test'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'wpkh', 'main'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'wpkh', 'main'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'wpkh', 'test'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'tr', 'main'],
  ] as const)('%s is a %s on the %s network', (address, kind, chain) => {
    expect(readBitcoinAddress(address)).toMatchObject({ kind, chain })
  })

  test.each([
    '',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    // BIP-350: version 1 with the checksum of version 0, and the other way round
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    bech32m.encode('bc', [0, ...bech32m.toWords(hash160(compressed))]),
    bech32m.encode('bc', [1, ...bech32m.toWords(hash160(compressed))]),
    bech32.encode('bc1x', [0, ...bech32.toWords(hash160(compressed))]),
    toBase58((fromBase58('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2') ?? new Uint8Array()).slice(0, 24)),
    bech32m.encode('bc', [2, ...bech32m.toWords(sha256(compressed))]),
    bech32m.encode('ltc', [1, ...bech32m.toWords(schnorr.getPublicKey(key))]),
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  ])('error: %j is not an address', (address) => {
    expect(readBitcoinAddress(address)).toBeUndefined()
  })
})
