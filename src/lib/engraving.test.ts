import { describe, expect, test } from 'vitest'
import { corner, mulberry32, ring, seal } from './engraving'

const ADDRESS = '0x7A3f52C9b8E14d06aF90D35c4b21eE87f6C0c19D'
const LOOKALIKE = '0x7A3f52C9b8E14d06aF90D35c4b21eE87f6C1c19D'

/** The points of path data, without the control points. */
const points = (d: string) => {
  const [start = '', rest = ''] = d.slice(1, -1).split('C')
  const numbers = `${start} ${rest}`.split(' ').map(Number)
  const pairs = Array.from({ length: numbers.length / 2 }, (_, index) => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0])
  return pairs.filter((_, index) => index % 3 === 0) as [number, number][]
}
const radii = (d: string) => points(d).map(([x, y]) => Math.hypot(x, y))
const curves = (d: string) => d.match(/M[^Z]*Z/g) ?? []
const CURVE = /^M-?[\d.]+ -?[\d.]+C(-?[\d.]+ -?[\d.]+ ?){3,}Z$/

describe('mulberry32', () => {
  test('repeats for a seed and stays between 0 and 1', () => {
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
  test('differs for an address that differs in one character in the middle', () => {
    expect(seal(LOOKALIKE, 40)).not.toEqual(seal(ADDRESS, 40))
  })
  test('differs for each of a thousand addresses', () => {
    const drawn = Array.from({ length: 1000 }, (_, index) => JSON.stringify(seal(`0x${index.toString(16)}`, 40)))
    expect(new Set(drawn).size).toBe(1000)
  })
  test('has fewer and stronger lines if it is small', () => {
    const lines = (size: number) => seal(ADDRESS, size).bands.map(({ turns }) => turns.length)
    expect([lines(24), lines(40), lines(64)]).toEqual([[3], [4, 3], [7, 6]])
    expect(seal(ADDRESS, 24).bands[0]?.width).toBeGreaterThan(seal(ADDRESS, 64).bands[0]?.width ?? 0)
  })
  test('keeps an address’s colours at every size', () => {
    expect(seal(ADDRESS, 24).hues).toEqual(seal(ADDRESS, 96).hues)
  })
  test('fits its box', () => {
    for (const { d } of seal(ADDRESS, 96).bands) expect(Math.max(...radii(d))).toBeLessThanOrEqual(18.41)
  })
})

describe('corner', () => {
  test('nests three bands inside the box without a gap', () => {
    const all = curves(corner('https://app.example'))
    expect(all).toHaveLength(10 + 12 + 8)
    const spans = [all.slice(0, 10), all.slice(10, 22), all.slice(22)].map((band) => {
      const found = band.flatMap(radii)
      return [Math.min(...found), Math.max(...found)] as const
    })
    expect(spans[0]?.[1]).toBeCloseTo(98, 1)
    expect(spans[1]?.[1]).toBeGreaterThan(spans[0]?.[0] ?? Number.NaN)
    expect(spans[2]?.[1]).toBeGreaterThan(spans[1]?.[0] ?? Number.NaN)
    expect(spans[2]?.[0]).toBeGreaterThan(0)
  })
  test('differs for a lookalike domain', () => {
    expect(corner('app.tidewater.example')).not.toEqual(corner('app.tidewaler.example'))
  })
  test('consists only of closed curves of numbers', () => {
    const all = curves(corner('x'))
    for (const d of all) expect(d).toMatch(CURVE)
    expect(all.join('')).toBe(corner('x'))
  })
  test('turns the copies of a band evenly over one petal', () => {
    const outer = curves(corner('x')).slice(0, 10)
    const angles = outer.map((d) => points(d)[0]).map(([x, y] = [Number.NaN, 0]) => (Math.atan2(y, x) * 180) / Math.PI)
    const steps = angles.slice(1).map((angle, index) => angle - (angles[index] ?? Number.NaN))
    const petals = 360 / ((steps[0] ?? Number.NaN) * 10)
    expect(petals).toBeCloseTo(Math.round(petals), 0)
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? Number.NaN, 1)
    for (const d of outer) expect(Math.max(...radii(d))).toBeCloseTo(98, 1)
  })
})

describe('ring', () => {
  test('has thinner lines at its full size', () => {
    expect([ring(184).turns.length, ring(132).turns.length]).toEqual([9, 5])
    expect(ring(184).width).toBeLessThan(ring(132).width)
  })
})
