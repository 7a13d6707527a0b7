import { multiplyDecimals } from './decimal'
import { formatUnits, isDecimal } from './format'

const PLACES = 18

/** How much of the second token one unit of the first buys: a decimal string, rounded down; undefined if either is no amount. */
export function rateOf(amount: string, out: string): string | undefined {
  const [given, got] = [scaled(amount), scaled(out)]
  if (given === undefined || got === undefined || given === 0n) return undefined
  return formatUnits((got * 10n ** BigInt(PLACES)) / given, PLACES)
}

/** How much value a swap loses, in percent and in US dollars; undefined if a price is not known. Never negative. */
export function priceImpact(
  amount: string,
  out: string,
  price: string | undefined,
  outPrice: string | undefined,
): { readonly percent: number; readonly lost: string } | undefined {
  if (price === undefined || outPrice === undefined || !isDecimal(amount) || !isDecimal(out)) return undefined
  const [given, got] = [scaled(multiplyDecimals(amount, price)), scaled(multiplyDecimals(out, outPrice))]
  if (!given || got === undefined) return undefined
  const lost = given > got ? given - got : 0n
  return { percent: Number((lost * 10_000n) / given) / 100, lost: formatUnits(lost, PLACES) }
}

/** A decimal string in units of 10^-18, rounded down. */
function scaled(text: string): bigint | undefined {
  if (!isDecimal(text) || text.startsWith('-')) return undefined
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES))
}
