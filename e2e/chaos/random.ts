/** Random choices, reproducible by seed. */
export type Chance = {
  /** A number from 0 up to, but not including, 1. */
  readonly next: () => number
  readonly pick: <Item>(items: readonly Item[]) => Item
  readonly often: (share: number) => boolean
}

/** Mulberry32: small, and random enough to choose steps. */
export function chanceOf(seed: number): Chance {
  let at = seed >>> 0
  const next = () => {
    at = (at + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(at ^ (at >>> 15), at | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    often: (share) => next() < share,
  }
}
