import { describe, expect, test } from 'vitest'
import { corner, mulberry32, ring, seal } from './engraving'
import { fnv1a, hueOf } from './hue'

const ADDRESS = '0x7A3f52C9b8E14d06aF90D35c4b21eE87f6C0c19D'
const LOOKALIKE = '0x7A3f52C9b8E14d06aF90D35c4b21eE87f6C1c19D'

/** Distance from the middle of every point that a path goes through. */
const radii = (d: string) =>
  [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=C|Z|$)/g)].map(([, x, y]) => Math.hypot(Number(x), Number(y)))

describe('fnv1a', () => {
  test('gives the published values', () => {
    expect([fnv1a(''), fnv1a('a'), fnv1a('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
  })
})

describe('mulberry32', () => {
  test('repeats itself for a seed and stays from 0 up to 1', () => {
    const numbers = Array.from({ length: 1000 }, mulberry32(7))
    expect(Array.from({ length: 1000 }, mulberry32(7))).toEqual(numbers)
    expect(Array.from({ length: 1000 }, mulberry32(8))).not.toEqual(numbers)
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    expect(new Set(numbers).size).toBe(1000)
  })
})

describe('seal', () => {
  test('is the same for the same address in any case', () => {
    expect(seal(ADDRESS.toLowerCase(), 40)).toEqual(seal(ADDRESS, 40))
  })
  test('is another for an address that differs in one character in the middle', () => {
    expect(seal(LOOKALIKE, 40)).not.toEqual(seal(ADDRESS, 40))
  })
  test('differs for each of a thousand addresses', () => {
    const drawn = Array.from({ length: 1000 }, (_, index) => JSON.stringify(seal(`0x${index.toString(16)}`, 40)))
    expect(new Set(drawn).size).toBe(1000)
  })
  test('has fewer and stronger lines where it is small', () => {
    const lines = (size: number) => seal(ADDRESS, size).bands.map(({ turns }) => turns.length)
    expect([lines(24), lines(40), lines(64)]).toEqual([[3], [4, 3], [7, 6]])
    expect(seal(ADDRESS, 24).bands[0]?.width).toBeGreaterThan(seal(ADDRESS, 64).bands[0]?.width ?? 0)
  })
  test('keeps the colours of an address at every size', () => {
    expect(seal(ADDRESS, 24).hues).toEqual(seal(ADDRESS, 96).hues)
  })
  test('fits its box', () => {
    for (const { d } of seal(ADDRESS, 96).bands) expect(Math.max(...radii(d))).toBeLessThanOrEqual(18.41)
  })
})

describe('corner', () => {
  test('nests three bands inside the box without a gap', () => {
    const bands = corner('https://app.example')
    expect(bands.map(({ turns }) => turns.length)).toEqual([10, 12, 8])
    const spans = bands.map(({ d }) => [Math.min(...radii(d)), Math.max(...radii(d))] as const)
    expect(spans[0]?.[1]).toBeCloseTo(98, 1)
    expect(spans[1]?.[1]).toBeGreaterThan(spans[0]?.[0] ?? Number.NaN)
    expect(spans[2]?.[1]).toBeGreaterThan(spans[1]?.[0] ?? Number.NaN)
    expect(spans[2]?.[0]).toBeGreaterThan(0)
  })
  test('is another for a lookalike domain', () => {
    expect(corner('app.tidewater.example')).not.toEqual(corner('app.tidewaler.example'))
  })
  test('is a closed curve of numbers', () => {
    for (const { d } of corner('x')) expect(d).toMatch(/^M-?[\d.]+ -?[\d.]+(C(-?[\d.]+ ?){6})+Z$/)
  })
  test('turns the copies of a band evenly over one petal', () => {
    const [outer] = corner('x')
    const steps = outer?.turns.slice(1).map((turn, index) => turn - (outer.turns[index] ?? Number.NaN)) ?? []
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? Number.NaN, 1)
  })
})

describe('ring', () => {
  test('is thinner-lined at its full size', () => {
    expect([ring(184).turns.length, ring(132).turns.length]).toEqual([9, 5])
    expect(ring(184).width).toBeLessThan(ring(132).width)
  })
})

describe('hueOf', () => {
  test('gives a wallet the same hue whatever the case of its name', () => {
    expect(hueOf('Harbor')).toBe(hueOf('HARBOR'))
    expect(hueOf('Harbor')).not.toBe(hueOf('Lumen'))
  })
})
