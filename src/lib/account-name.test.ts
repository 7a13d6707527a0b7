import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import './later-errors'
import { coinTypeOf, labelOf, labelProblem, nameMessage } from './account-name'

describe('labelProblem', () => {
  test.each(['ada1', 'a-b-', '0000', 'ADAL', 'x'.repeat(64)])('%s can be registered', (label) => {
    expect(labelProblem(label)).toBeUndefined()
  })
  test.each([
    ['', 'short'],
    ['abc', 'short'],
    ['a b c', 'letters'],
    ['ada.lovelace', 'letters'],
    ['ada_lovelace', 'letters'],
    ['адаada', 'letters'],
    ['ada\u200Blove', 'letters'],
    ['abcd\n', 'letters'],
    ['x'.repeat(65), 'long'],
    [`${'x'.repeat(64)}_`, 'letters'],
  ])('error: %j is %s', (label, problem) => {
    expect(labelProblem(label)).toBe(problem)
  })
})

describe('labelOf', () => {
  test.each([
    [' Ada-L ', 'ada-l'],
    ['ada.reown.id', 'ada'],
    ['ADA.REOWN.ID', 'ada'],
    ['ada.other.id', 'ada.other.id'],
    ['.reown.id', ''],
  ])('%j becomes %j', (text, label) => {
    expect(labelOf(text, 'reown.id')).toBe(label)
  })
})

describe('coinTypeOf', () => {
  test.each([
    [1, 2147483649],
    [56, 2147483704],
    [31337, 2147514985],
    [2147483647, 4294967295],
    [0, 2147483648],
  ])('chain %d has coin type %d', (chainId, type) => {
    expect(coinTypeOf(chainId)).toBe(type)
  })
  test('each chain has its own positive one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2147483647 }), (chainId) => {
        expect(coinTypeOf(chainId) - 2147483648).toBe(chainId)
      }),
    )
  })
  test.each([2147483648, 4294967296, -1, 1.5, Number.NaN])('error: %d has none', (chainId) => {
    expect(() => coinTypeOf(chainId)).toThrow(expect.objectContaining({ code: 'COIN_TYPE_INVALID', message: 'Invalid chainId' }))
  })
})

describe('nameMessage', () => {
  test('is one line of JSON with its members in order', () => {
    expect(nameMessage('ada1.reown.id', 1746177251)).toBe('{"name":"ada1.reown.id","attributes":{},"timestamp":1746177251}')
  })
})
