import { describe, expect, test } from 'vitest'
import { formatUnits, parseUnits } from './format'
import numbers from './vectors/amounts/ethers_bignumber.json'
import units from './vectors/amounts/ethers_units.json'

const decimalsOf = { ether: 18, finney: 15, szabo: 12, gwei: 9, mwei: 6, kwei: 3 } as const
type Unit = keyof typeof decimalsOf
const names = Object.keys(decimalsOf) as Unit[]

describe('promise 8, vectors/amounts', () => {
  const cases = units.flatMap((each: Partial<Record<string, string>>) =>
    names.flatMap((unit) => {
      const text = each[unit]
      return text === undefined || each.wei === undefined ? [] : [{ name: each.name, unit, text, wei: BigInt(each.wei) }]
    }),
  )
  test.each(cases)('$name: $text $unit is read exactly, and a negative amount is refused', ({ unit, text, wei }) => {
    expect(parseUnits(text, decimalsOf[unit])).toBe(text.startsWith('-') ? undefined : wei)
  })

  const written = units.flatMap((each: Partial<Record<string, string>>) =>
    names.flatMap((unit) => {
      const text = each[`${unit}_format`]
      return text === undefined || each.wei === undefined ? [] : [{ name: each.name, unit, text, wei: BigInt(each.wei) }]
    }),
  )
  test.each(written)('$name: in $unit it is formatted as $text, without a trailing .0', ({ unit, text, wei }) => {
    expect(formatUnits(wei, decimalsOf[unit])).toBe(text.replace(/\.0$/, ''))
  })

  test.each(numbers.map(({ testcase, value, expectedValue }) => ({ testcase, text: String(value), expectedValue })))(
    '$testcase: $text is read exactly in whole units, or refused',
    ({ text, expectedValue }) => {
      const typed = /^\d+$/.test(text)
      expect(parseUnits(text, 0)).toBe(typed ? BigInt(text) : undefined)
      if (typed && expectedValue !== null) expect(BigInt(expectedValue)).toBe(BigInt(text))
    },
  )
})
