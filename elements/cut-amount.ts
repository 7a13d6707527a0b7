/** A decimal string with at most four decimals: cut and never rounded up, without zeros that say nothing. */
export function cutAmount(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  const kept = decimals.slice(0, 4).replace(/0+$/, '')
  return kept ? `${whole}.${kept}` : whole
}

/** That, as people of `locale` write it: `1,234.5`. */
export const localAmount = (amount: string, locale: string): string =>
  // Cut before: not every browser can be asked not to round.
  new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(cutAmount(amount) as `${number}`)
