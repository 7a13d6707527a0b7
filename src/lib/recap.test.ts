import { describe, expect, test } from 'vitest'
import { encodeRecap } from '../../.ci/encode-recap'
import { decodeRecap, recapStatement } from './recap'
import vectors from './vectors/recap/erc5573.json'

const cases = vectors.uris.map(({ uri, decoded }, at) => ({ uri, decoded, statement: vectors.statements[at] ?? '' }))

describe('decodeRecap', () => {
  test.each(cases)('reads the examples of EIP-5573, case %#', ({ uri, decoded, statement }) => {
    const recap = decodeRecap(uri)
    expect(recap).toEqual(decoded)
    expect(recap && recapStatement(recap)).toBe(statement)
  })

  test('survives a round trip, beyond ASCII too', () => {
    const recap = { att: { 'https://bäckerei.example': { 'brot/kaufen': [{ höchstens: 3 }] } } }
    expect(encodeRecap(recap)).toMatch(/^urn:recap:[\w-]+$/)
    expect(decodeRecap(encodeRecap(recap))).toEqual(recap)
  })

  test.each([
    'https://a.example',
    'urn:recap:',
    'urn:recap:%%%',
    'urn:recap:bnVsbA',
    encodeRecap({ att: { a: { noslash: [] } } }),
    encodeRecap({ att: { a: { '/action': [] } } }),
    encodeRecap({ att: { a: { 'group/action': 'all' } } } as never),
  ])('error: %s is refused', (uri) => {
    expect(decodeRecap(uri)).toBeUndefined()
  })
})
