import { formatAmount, formatFiat, isDecimal, numberFormat } from './format'

// Hostile tokens have amounts of seventy digits; a row has no room for twenty.
const WHOLE_DIGITS = 12
const NAMED_DIGITS = 15

/** An amount with its symbol, short enough for a row: `1,234.5 ETH`, `1.2T ETH`, `>999T ETH`; cut to `maxDigits` decimals, usually four. */
export const shortAmount = (amount: string, symbol: string, locale: string, cut?: { readonly maxDigits: number }): string =>
  `${shortened(amount, locale, {}, () => formatAmount(amount, locale, cut))} ${symbol}`.trim()

/** A sum in US dollars in the visitor's format, short enough for a row; millions are shown without cents. */
export const shortFiat = (amount: string, locale: string): string =>
  shortened(amount, locale, { style: 'currency', currency: 'USD' }, () => formatFiat(amount, locale))

function shortened(amount: string, locale: string, options: Intl.NumberFormatOptions, whole: () => string): string {
  const digits = isDecimal(amount) ? (amount.replace('-', '').split('.')[0]?.replace(/^0+/, '') ?? '') : ''
  if (digits.length <= WHOLE_DIGITS) return whole()
  const isBeyond = digits.length > NAMED_DIGITS
  const shown = isBeyond ? 10n ** BigInt(NAMED_DIGITS) - 1n : BigInt(digits)
  const compact = { ...options, notation: 'compact', maximumFractionDigits: isBeyond ? 0 : 1, roundingMode: 'trunc' } as const
  return `${amount.startsWith('-') ? '−' : ''}${isBeyond ? '>' : ''}${numberFormat(locale, compact).format(shown)}`
}
