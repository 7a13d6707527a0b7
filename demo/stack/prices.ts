import { prices } from './networks'

/** How long a price stays the same. */
const STEP_S = 10
const PERIOD_S = 600
/** Largest deviation from the table, as a fraction of the price. */
const SWING = 0.005
/** Stablecoins do not drift. */
const STABLE = new Set(['DUSD'])

/** A token's price at a time (seconds), in US dollars; 0 without a price. */
export type PriceOf = (symbol: string, at?: number) => number

const table: PriceOf = (symbol) => prices[symbol] ?? seeded(symbol)

/** Drifts around the table's price over ten minutes, with a different phase for each token. */
const drifting: PriceOf = (symbol, at = Date.now() / 1000) => {
  const price = table(symbol)
  if (STABLE.has(symbol)) return price
  const phase = [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const turn = (Math.floor(at / STEP_S) * STEP_S) / PERIOD_S
  return Number((price * (1 + SWING * Math.sin(2 * Math.PI * turn + phase))).toFixed(6))
}

/** The local prices; without `drift` they stay at the table's. */
export const pricesOf = ({ drift }: { drift: boolean }): PriceOf => (drift ? drifting : table)

/** Tokens of the seed command (`seed.ts`) cost a little over a dollar; every third has no price. */
function seeded(symbol: string): number {
  const number = /^SEED(\d+)$/.exec(symbol)?.[1]
  return number === undefined || Number(number) % 3 === 2 ? 0 : 1 + (Number(number) % 100) / 100
}
