// Amounts are bigint in base units or decimal strings; a float never touches one.

/** The largest amount that a contract can hold, in base units. */
export const MAX_UINT256 = 2n ** 256n - 1n
const MAX_DECIMALS = 255
const MAX_TEXT_LENGTH = 400
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Whether `text` is a plain decimal string: digits, at most one point, no exponent, grouping or plus. */
export const isDecimal = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= MAX_TEXT_LENGTH && DECIMAL.test(text)

/** Base units as an exact decimal string without needless zeros. Throws RangeError for decimals that no token can have. */
export function formatUnits(units: bigint, decimals: number): string {
  if (!isDecimals(decimals)) throw new RangeError('decimals')
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/**
 * A typed amount in base units, or `undefined` unless it is exact: digits with at most one point, no more decimals than the
 * token has (zeros aside), no sign, exponent, grouping or white space, and within 256 bits.
 */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] = (text.length <= MAX_TEXT_LENGTH && /^(\d*)(?:\.(\d*))?$/.exec(text)) || []
  if (!isDecimals(decimals) || whole + fraction === '') return undefined
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return undefined
  const units = BigInt(whole + significant.padEnd(decimals, '0'))
  return units <= MAX_UINT256 ? units : undefined
}

/** A finite JSON number as the decimal string that prints the same, exponents written out. */
export function decimalOf(value: number): string {
  const [mantissa = '0', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(point, '0')
  const text = point > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : `0.${'0'.repeat(-point)}${digits}`
  return `${value < 0 ? '-' : ''}${text.replace(/\.?0*$/, '')}`
}

/**
 * An amount as people of `locale` write it, cut (never rounded up) to `maxDigits` decimals: `1,234.5`. More than nothing but
 * less than it can show is `<0.0001`. What is no decimal string is `–`.
 */
export function formatAmount(amount: string, locale: string, { maxDigits = 4 }: { maxDigits?: number } = {}): string {
  return localized(
    amount,
    maxDigits,
    (digits) => numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    false,
  )
}

/** A sum of money in `currency` (ISO 4217), cut to the currency's decimals: `$1,234.50`; `<$0.01` for less than it can show. */
export function formatFiat(amount: string, locale: string, currency = 'USD'): string {
  const digits = numberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return localized(amount, digits, () => numberFormat(locale, { style: 'currency', currency }), true)
}

/** A share of a hundred as people of `locale` write it: `12.50%`, `12,50 %`. */
export const formatPercent = (percent: number, locale: string, digits = 0): string =>
  numberFormat(locale, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(percent / 100)

/** Lets Intl format the whole part, exact as a bigint, and puts our own digits in the place of its decimals. */
function localized(
  amount: string,
  maxDigits: number,
  formatFor: (digits: number) => Intl.NumberFormat,
  keepZeros: boolean,
): string {
  const [, sign = '', whole = '', fraction = ''] = (isDecimal(amount) && DECIMAL.exec(amount)) || []
  if (whole === '') return '–'
  const cut = fraction.slice(0, maxDigits)
  const isTiny = !/[1-9]/.test(whole + cut) && /[1-9]/.test(fraction)
  const shown = isTiny
    ? '1'.padStart(maxDigits, '0').slice(0, maxDigits)
    : keepZeros
      ? cut.padEnd(maxDigits, '0')
      : cut.replace(/0+$/, '')
  // One decimal is enough, since ours replace it: older browsers format at most twenty.
  const format = formatFor(Math.min(shown.length, 1))
  const isNegative = sign === '-' && (isTiny || /[1-9]/.test(whole + shown))
  const wholePart = isTiny && maxDigits === 0 ? 1n : BigInt(whole)
  const numerals = numeralsOf(format)
  // Intl places the minus, but a bigint has no negative zero: then the layout is that of -1.
  const layout = format.formatToParts(isNegative ? -(wholePart || 1n) : wholePart)
  let integer = format.formatToParts(wholePart).filter(({ type }) => type === 'integer' || type === 'group')
  const text = layout.map(({ type, value }) => {
    if (type === 'fraction') return [...shown].map((digit) => numerals[Number(digit)] ?? digit).join('')
    if (type !== 'integer' && type !== 'group') return value
    const written = integer
    integer = []
    return written.map((part) => part.value).join('')
  })
  return withoutMarks(`${isTiny ? '<' : ''}${text.join('')}`)
}

/** A figure without right-to-left marks: it reads from left to right in every page, and a mark would put Hebrew's space before all of it. */
export const withoutMarks = (figure: string): string => figure.replaceAll('\u200f', '')

const numeralsOf = (format: Intl.NumberFormat) => {
  const { locale, numberingSystem } = format.resolvedOptions()
  return [...numberFormat(locale, { useGrouping: false, numberingSystem }).format(9_876_543_210n)].reverse()
}

// Cached: making a formatter takes a hundred times as long as using it.
const formats = new Map<string, Intl.NumberFormat>()

/** The formatter of a locale and its options, made once; English where the browser does not know them. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const made = formats.get(key) ?? makeFormat(locale, options)
  formats.set(key, made)
  return made
}

function makeFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, options)
  } catch {
    return new Intl.NumberFormat('en', { ...options, currency: 'USD' })
  }
}

const isDecimals = (decimals: number) => Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS

/** The decimal or grouping mark of a locale. */
export const markOf = (locale: string, kind: 'decimal' | 'group' = 'decimal'): string =>
  numberFormat(locale)
    .formatToParts(12_345.5)
    .find(({ type }) => type === kind)?.value ?? '.'

/** A decimal string as people of `locale` type it: with their decimal mark and digits, not grouped or cut. Other texts stay as they are. */
export function typedIn(amount: string, locale: string): string {
  const numerals = numeralsOf(numberFormat(locale))
  return isDecimal(amount)
    ? amount.replace(/\d/g, (digit) => numerals[Number(digit)] ?? digit).replace('.', markOf(locale))
    : amount
}

/** Splits a formatted figure into whole part, decimals and rest: `['10,000', '', ' ETH']`. */
export function splitDecimals(figure: string, locale: string): readonly [whole: string, decimals: string, rest: string] {
  const mark = markOf(locale)
  const at = figure.lastIndexOf(mark)
  const digits = /^\d+/.exec(figure.slice(at + mark.length))?.[0]
  if (at < 1 || !digits) return [figure, '', '']
  const end = at + mark.length + digits.length
  return [figure.slice(0, at), figure.slice(at, end), figure.slice(end)]
}

/** A figure for use inside a sentence: in a right-to-left one it is isolated as left to right (UAX #9: LRI, PDI). */
export const figureIn = (text: string, direction: 'ltr' | 'rtl'): string => (direction === 'rtl' ? `\u2066${text}\u2069` : text)
