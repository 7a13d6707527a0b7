import { describe, expect, test } from 'vitest'
import { priceImpact, rateOf } from './swap-figures'

test('rateOf gives the output for one unit of the input', () => {
  expect(rateOf('0.5', '1600')).toBe('3200')
  expect(rateOf('3', '1')).toBe('0.333333333333333333')
  expect([rateOf('0', '1'), rateOf('x', '1')]).toEqual([undefined, undefined])
})

describe('priceImpact', () => {
  test('is the loss between the two values', () =>
    expect(priceImpact('1', '900', '1000', '1')).toEqual({ percent: 10, lost: '100' }))
  test('is zero for a gain', () => expect(priceImpact('1', '1100', '1000', '1')).toEqual({ percent: 0, lost: '0' }))
  test('error: is undefined without a price', () => {
    expect(priceImpact('1', '900', undefined, '1')).toBeUndefined()
    expect(priceImpact('0', '900', '1', '1')).toBeUndefined()
  })
})
