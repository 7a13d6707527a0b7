import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base64, bech32, bech32m, createBase58check, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
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
      [27, 31, 35, 39].filter((header) => verifyBitcoinMessage({ address, message, signature: legacy(header) })),
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
    bech32m.encode('bc', [2, ...bech32m.toWords(sha256(compressed))]),
    bech32m.encode('ltc', [1, ...bech32m.toWords(schnorr.getPublicKey(key))]),
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  ])('error: %j is not an address', (address) => {
    expect(readBitcoinAddress(address)).toBeUndefined()
  })
})
