/** A decimal string with at most four decimals: cut off, never rounded up, without trailing zeros. */
export function cutAmount(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  const kept = decimals.slice(0, 4).replace(/0+$/, '')
  return kept ? `${whole}.${kept}` : whole
}

/** The cut amount in the number format of `locale`: `1,234.5`. */
export const localAmount = (amount: string, locale: string): string =>
  // Cut first: not every browser supports turning rounding off.
  new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(cutAmount(amount) as `${number}`)
