import { describe, expect, test } from 'vitest'
import { faults } from '../e2e/faults/table'

/** Rows of the fault table in security/SECURITY. */
const ROWS = 78

const specs = import.meta.glob<string>('../e2e/**/*.spec.ts', { query: '?raw', import: 'default', eager: true })
const expected = Object.values(specs).flatMap((source) =>
  source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
    .flatMap((line) =>
      [...line.matchAll(/expectFault\([\w.]+, '([^']+)'[,)]|\bfault: '(\d[^']*)'/g)].map(([, one, other]) => one ?? other),
    ),
)

/** Faults whose way out the journey takes, checking where it leads. */
const followed = Object.values(specs).flatMap((source) =>
  [...source.matchAll(/followWayOut\(\w+, '([^']+)'\)|^ {2}for \(const key of \[('.*')\]\) \{$/gm)].flatMap(
    ([, one, list]) => one ?? list?.split(', ').map((key) => key.slice(1, -1)) ?? [],
  ),
)

describe('the fault table', () => {
  test('has each row of security/SECURITY, and no other', () => {
    const rows = [...new Set(Object.keys(faults).map((key) => Number.parseInt(key, 10)))]
    expect(rows.sort((one, other) => one - other)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1))
    expect(Object.keys(faults).filter((key) => !/^\d{1,2}(, [a-z ]+)?$/.test(key))).toEqual([])
  })

  test('promise 36: each of the 78 rows happens in a journey in a real browser', () => {
    expect(Object.keys(faults).filter((key) => !expected.includes(key))).toEqual([])
    expect(expected.filter((key) => !key || !(key in faults))).toEqual([])
  })

  test('each way out with a stated destination is taken in a journey', () => {
    const led = Object.keys(faults).filter((key) => faults[key]?.leads)
    expect(led.filter((key) => !followed.includes(key))).toEqual([])
    expect(led.length).toBeGreaterThan(40)
  })
})
