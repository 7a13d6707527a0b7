import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { differences, lookAlikeOf } from './look-alike'
import pairs from './vectors/poisoning/metamask_pairs.json'

const alike = inFull(10_000, 1_000)
const others = inFull(100_000, 10_000)
const hex = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

describe('lookAlikeOf', () => {
  test.each(pairs.cases)('promise 14: $candidate and a known address (vectors/poisoning)', ({ candidate, known, match }) => {
    expect(lookAlikeOf(candidate, known)).toBe(match ? known[0] : undefined)
  })

  test(`promise 14: each of ${alike} addresses with the same first and last four characters is flagged`, () => {
    fc.assert(
      fc.property(hex(4), hex(32), hex(32), hex(4), (start, one, other, end) => {
        fc.pre(one !== other)
        const known = `0x${start}${one}${end}`
        expect(lookAlikeOf(`0x${start}${other}${end}`.replace('a', 'A'), [known])).toBe(known)
      }),
      { numRuns: alike },
    )
  })

  test(`promise 14: of ${others} random addresses less than one in 10,000 is flagged`, () => {
    const known = fc.sample(hex(40), { numRuns: 20, seed: 6 }).map((body) => `0x${body}`)
    const random = Array.from(
      { length: others },
      () => `0x${crypto.randomUUID().replaceAll('-', '')}${crypto.randomUUID().slice(0, 8)}`,
    )
    expect(random.filter((each) => lookAlikeOf(each, known)).length).toBeLessThan(others / 10_000)
  })

  test('Solana addresses are compared case-sensitively', () => {
    const known = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
    const other = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsV'
    const middle = `${known.slice(0, 20)}c${known.slice(21)}`
    expect([lookAlikeOf(other, [known]), lookAlikeOf(middle, [known]), lookAlikeOf(known, [known])]).toEqual([
      undefined,
      known,
      undefined,
    ])
  })
})

test('differences marks the characters that differ, ignoring case in hex only', () => {
  expect(differences(`0x12aB${'0'.repeat(36)}`, `0x13Ab${'0'.repeat(36)}`).slice(0, 6)).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
  ])
  const known = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
  expect(differences(known, `7xkX${known.slice(4)}`).slice(0, 4)).toEqual([false, false, true, false])
})
