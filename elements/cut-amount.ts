/** A decimal string with at most four decimals: cut and never rounded up, without zeros that say nothing. */
export function cutAmount(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  const kept = decimals.slice(0, 4).replace(/0+$/, '')
  return kept ? `${whole}.${kept}` : whole
}
