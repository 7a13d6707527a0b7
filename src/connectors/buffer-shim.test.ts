import { Buffer as NodeBuffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Buffer } from './buffer-shim'

const encodings = ['utf8', 'utf-8', 'hex', 'base64', 'base64url'] as const

describe('Buffer', () => {
  test.each(encodings)('%s: bytes become the same text as in Node', (encoding) => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(Buffer.from(bytes).toString(encoding)).toBe(NodeBuffer.from(bytes).toString(encoding))
      }),
    )
  })
  test.each(encodings)('%s: a text becomes the same bytes as in Node', (encoding) => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = NodeBuffer.from(bytes).toString(encoding)
        expect([...Buffer.from(text, encoding)]).toEqual([...NodeBuffer.from(text, encoding)])
      }),
    )
  })
  test('a text is UTF-8 by default', () => {
    expect([...Buffer.from('é€')]).toEqual([0xc3, 0xa9, 0xe2, 0x82, 0xac])
    expect(Buffer.byteLength('é€')).toBe(5)
  })
  test('parts are joined in order', () => {
    expect(Buffer.concat([new Uint8Array([1]), Buffer.from('0203', 'hex')]).toString('hex')).toBe('010203')
  })
  test('isBuffer accepts only its own kind', () => {
    expect(Buffer.isBuffer(Buffer.from('a'))).toBe(true)
    expect(Buffer.isBuffer(new Uint8Array(1))).toBe(false)
  })
  test('error: an unused encoding is refused by name', () => {
    expect(() => Buffer.from('a', 'utf16le')).toThrow('Unknown encoding: utf16le')
  })
})
