import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBase58 } from './base58'
import { parseSs58, writeSs58 } from './ss58'

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')
// Alice of Substrate's development chain, as encoded by the registry's tools.
const ALICE = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'

describe('parseSs58', () => {
  test.each([
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 42],
    ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 0],
    ['HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F', 2],
  ])('%s is the same key on network %i', (text, prefix) => {
    const read = parseSs58(text)
    expect([hex(read?.key), read?.prefix]).toEqual([ALICE, prefix])
    expect(writeSs58(read?.key ?? new Uint8Array(), prefix)).toBe(text)
  })
  test.each([
    ['a wrong sum', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6'],
    ['too short', toBase58(new Uint8Array(20))],
    ['another alphabet', '0x1234'],
    ['nothing', ''],
    ['no text', 7],
  ])('error: %s', (_, text) => {
    expect(parseSs58(text)).toBeUndefined()
  })
  test('survives a round trip; one changed character is refused', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(key, fc.integer({ min: 0, max: 63 }), fc.nat(), (bytes, prefix, at) => {
        const text = writeSs58(bytes, prefix)
        expect(parseSs58(text)).toEqual({ key: bytes, prefix })
        const where = at % text.length
        const other = text[where] === '2' ? '3' : '2'
        const spoiled = parseSs58(text.slice(0, where) + other + text.slice(where + 1))
        // The checksum has two bytes: one text in 65,536 is another valid account by chance.
        return spoiled === undefined || hex(spoiled.key) !== hex(bytes)
      }),
    )
  })
})
