import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64'

test('any bytes survive a round trip, in the standard encoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
  )
})

test.each(['=', 'a', 'é', 1, undefined, null, {}])('error: %s is not base64', (value) => {
  expect(fromBase64(value)).toBe(undefined)
})
