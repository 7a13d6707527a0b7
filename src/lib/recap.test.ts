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
    `urn:recap:${btoa('{"att":{"\xff":{}}}')}`,
    encodeRecap({ att: { a: { noslash: [] } } }),
    encodeRecap({ att: { a: { '/action': [] } } }),
    encodeRecap({ att: { a: { 'group/action': 'all' } } } as never),
  ])('error: %s is refused', (uri) => {
    expect(decodeRecap(uri)).toBeUndefined()
  })

  test('reads either base64 alphabet, and a proof that is no text as one', () => {
    const uri = encodeRecap({ att: { 'https://a.example/': { 'crud/read': [{ like: '???????>>>>>>>' }] } }, prf: [7] } as never)
    expect([uri.includes('-'), uri.includes('_')]).toEqual([true, true])
    expect(decodeRecap(uri)?.prf).toEqual(['7'])
    expect(decodeRecap(uri.replaceAll('-', '+').replaceAll('_', '/'))).toEqual(decodeRecap(uri))
  })
})

test('the sentence is in the order of the alphabet, and the first slash ends the group', () => {
  const limits: unknown[] = []
  const b = { 'crud/update': limits, 'crud/read': limits, 'a/b/c': limits }
  expect(recapStatement({ att: { 'https://b.example': b, 'https://a.example': { 'crud/read': limits } } })).toBe(
    'I further authorize the stated URI to perform the following actions on my behalf: ' +
      "(1) 'crud': 'read' for 'https://a.example'. (2) 'a': 'b/c' for 'https://b.example'. " +
      "(3) 'crud': 'read', 'update' for 'https://b.example'.",
  )
})
