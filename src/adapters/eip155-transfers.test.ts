import fc from 'fast-check'
import { type Address, encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { MAX_UINT256 } from '../lib/format'
import { readAddress, transferCall } from './eip155-transfers'
import known from './vectors/erc55.json'

const corrupted = inFull(100_000, 5_000)
const hex = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const address = hex(40).map((body) => getAddress(`0x${body}`))

describe('readAddress', () => {
  test.each(known)('promise 13: %s is its own checksum (vectors/address)', (each) =>
    expect(readAddress(each)).toEqual({ address: each }),
  )

  test('an address in one case has no checksum, and gets one', () => {
    fc.assert(
      fc.property(address, (each) => {
        const body = each.slice(2)
        expect(readAddress(`0x${body.toLowerCase()}`)).toEqual({ address: each })
        expect(readAddress(`0x${body.toUpperCase()}`)).toEqual({ address: each })
      }),
      { numRuns: 200 },
    )
  })

  test(`promise 13: of ${corrupted} addresses with one wrong character at least 99.9 % are caught`, () => {
    const mixed = address.filter((each) => /[a-f]/.test(each.slice(2)) && /[A-F]/.test(each))
    const another = fc
      .tuple(mixed, fc.integer({ min: 2, max: 41 }), hex(1))
      .filter(([each, at, letter]) => each[at]?.toLowerCase() !== letter)
    const cases = fc.sample(another, { numRuns: corrupted, seed: 7 })
    const passed = cases.filter(([each, at, letter]) => 'address' in readAddress(each.slice(0, at) + letter + each.slice(at + 1)))
    expect(cases).toHaveLength(corrupted)
    expect(passed.length / corrupted).toBeLessThan(0.001)
  })

  test.each(['', '0x', '0x123', `0x${'a'.repeat(41)}`, `0X${'a'.repeat(40)}`, 'a'.repeat(40), `0x${'g'.repeat(40)}`, 'ada.eth'])(
    'error: %j is not an address',
    (text) => expect(readAddress(text)).toEqual({ fault: 'shape' }),
  )
})

describe('transferCall', () => {
  test('a token transfer is exactly what viem would send', () => {
    fc.assert(
      fc.property(address, address, address, fc.bigInt({ min: 1n, max: MAX_UINT256 }), (from, to, token, amount) => {
        const call = transferCall({ from, to, token: token.toLowerCase(), amount })
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Address, amount] })
        expect(call).toEqual({ from, to: token, value: 0n, data })
      }),
      { numRuns: inFull(10_000, 300) },
    )
  })

  test('a transfer of coins is a plain value', () => {
    const [from, to] = [getAddress(`0x${'1'.repeat(40)}`), getAddress(`0x${'a'.repeat(40)}`)]
    expect(transferCall({ from, to, amount: 5n })).toEqual({ from, to, value: 5n, data: '0x' })
  })

  test.each([
    ['no amount', { amount: 0n }],
    ['a negative amount', { amount: -1n }],
    ['more than 256 bits', { amount: MAX_UINT256 + 1n }],
    ['no receiver', { to: '' }],
    ['a receiver with a wrong character', { to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }],
    ['an invalid token', { token: '0x1' }],
  ])('error: %s', (_, change) => {
    const order = { from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, amount: 1n, ...change }
    expect(() => transferCall(order)).toThrow(expect.objectContaining({ code: 'SEND_INCOMPLETE' }))
  })
})
