import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64, readBytes, toBase64 } from './base64'

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

test('a view gives its own bytes alone, which stay as they are when the wallet goes on to write to it', () => {
  const memory = Uint8Array.of(1, 2, 3, 4)
  const read = readBytes(new DataView(memory.buffer, 1, 2))
  memory.fill(9)
  expect([read, readBytes([0, 255])]).toEqual([Uint8Array.of(2, 3), Uint8Array.of(0, 255)])
})

test.each([[[256]], [[-1]], [[1.5]], [['1']], ['AQ=='], [{ length: 1 }], [undefined]])(
  'error: %j is no list of bytes',
  (value) => {
    expect(readBytes(value)).toBeUndefined()
  },
)
