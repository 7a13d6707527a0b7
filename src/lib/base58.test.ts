import { PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase58, isSolanaAddress, toBase58 } from './base58'

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

describe('base58', () => {
  // The examples of draft-msporny-base58-03 §5, and leading zeros.
  test.each([
    ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
    [
      Buffer.from('The quick brown fox jumps over the lazy dog.').toString('hex'),
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    ],
    ['0000287fb4cd', '11233QC4'],
    ['', ''],
    ['00', '1'],
  ])('%s is %s', (hex, text) => {
    expect(toBase58(bytesOf(hex))).toBe(text)
    expect(fromBase58(text)).toEqual(bytesOf(hex))
  })

  test('any bytes survive a round trip, and 32 of them match web3.js', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(fromBase58(toBase58(bytes))).toEqual(bytes)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(toBase58(bytes)).toBe(new PublicKey(bytes).toBase58())
      }),
    )
  })

  test.each(['0', 'O', 'I', 'l', 'a b', 'é', '1'.repeat(10_001)])('error: %.10s is not base58', (text) => {
    expect(fromBase58(text)).toBe(undefined)
  })
})

describe('isSolanaAddress', () => {
  test.each(['11111111111111111111111111111111', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'])('%s is an address', (text) => {
    expect(isSolanaAddress(text)).toBe(true)
  })
  test.each([
    '',
    '1111111111111111111111111111111',
    '111111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D',
    ' TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',
    undefined,
    {},
  ])('error: %s is not', (text) => {
    expect(isSolanaAddress(text)).toBe(false)
  })
})
