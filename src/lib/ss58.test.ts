import { blake2b } from '@noble/hashes/blake2'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBase58 } from './base58'
import { readSs58, writeSs58 } from './ss58'

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')
// Alice of Substrate's development chain, as encoded by the registry's tools.
const ALICE = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'

describe('readSs58', () => {
  test.each([
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 42],
    ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 0],
    ['HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F', 2],
  ])('%s is the same key on network %i', (text, prefix) => {
    const key = readSs58(text)
    expect(hex(key)).toBe(ALICE)
    expect(writeSs58(key ?? new Uint8Array(), prefix)).toBe(text)
  })
  test('a network with a number over 63 has two bytes for it; numbers that begin otherwise are reserved', () => {
    const key = Buffer.from(ALICE, 'hex')
    const written = (first: number, second: number) => {
      const body = Uint8Array.of(first, second, ...key)
      const sum = blake2b(Buffer.concat([Buffer.from('SS58PRE'), body]), { dkLen: 64 })
      return toBase58(Uint8Array.of(...body, ...sum.subarray(0, 2)))
    }
    for (const prefix of [64, 255, 256, 1284, 7391, 16_383]) {
      // As the registry's description sets the bits.
      const text = written(((prefix & 0b1111_1100) >> 2) | 0b0100_0000, (prefix >> 8) | ((prefix & 0b11) << 6))
      expect(hex(readSs58(text))).toBe(ALICE)
    }
    expect(readSs58(written(128, 0))).toBeUndefined()
  })
  test.each([
    ['a wrong sum', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6'],
    ['too short', toBase58(new Uint8Array(20))],
    ['another alphabet', '0x1234'],
    ['nothing', ''],
    ['no text', 7],
  ])('error: %s', (_, text) => {
    expect(readSs58(text)).toBeUndefined()
  })
  test('survives a round trip; one changed character is refused', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(key, fc.integer({ min: 0, max: 63 }), fc.nat(), (bytes, prefix, at) => {
        const text = writeSs58(bytes, prefix)
        expect(readSs58(text)).toEqual(bytes)
        const where = at % text.length
        const other = text[where] === '2' ? '3' : '2'
        const spoiled = readSs58(text.slice(0, where) + other + text.slice(where + 1))
        // The checksum has two bytes: one text in 65,536 is another valid account by chance.
        return spoiled === undefined || hex(spoiled) !== hex(bytes)
      }),
    )
  })
})
