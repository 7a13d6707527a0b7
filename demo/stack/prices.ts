import { prices } from './networks'

/** A price stands still for so long. */
const STEP_S = 10
const PERIOD_S = 600
/** At most so far from the table, in parts of the price. */
const SWING = 0.005
/** Coins that are worth a dollar are worth a dollar. */
const STABLE = new Set(['DUSD'])

/** What one of a token costs at a time (seconds), in US dollars; 0 for one without a price. */
export type PriceOf = (symbol: string, at?: number) => number

const table: PriceOf = (symbol) => prices[symbol] ?? seeded(symbol)

/** Around the table's price, up and down over ten minutes, each token at its own time. */
const drifting: PriceOf = (symbol, at = Date.now() / 1000) => {
  const price = table(symbol)
  if (STABLE.has(symbol)) return price
  const phase = [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const turn = (Math.floor(at / STEP_S) * STEP_S) / PERIOD_S
  return Number((price * (1 + SWING * Math.sin(2 * Math.PI * turn + phase))).toFixed(6))
}

/** The prices of the local world; without `drift` they stay at the table's. */
export const pricesOf = ({ drift }: { drift: boolean }): PriceOf => (drift ? drifting : table)

/** Tokens of the seed command (`seed.ts`) cost a dollar and some; every third has no price. */
function seeded(symbol: string): number {
  const number = /^SEED(\d+)$/.exec(symbol)?.[1]
  return number === undefined || Number(number) % 3 === 2 ? 0 : 1 + (Number(number) % 100) / 100
}
