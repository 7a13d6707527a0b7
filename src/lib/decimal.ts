import { isDecimal } from './format'

// Sums of money are decimal strings; here they are added and multiplied without ever being floats.
type Scaled = { readonly units: bigint; readonly scale: number }

const ZERO: Scaled = { units: 0n, scale: 0 }

function scaled(text: string): Scaled {
  if (!isDecimal(text)) return ZERO
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

function written({ units, scale }: Scaled): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const fraction = scale > 0 ? digits.slice(-scale).replace(/0+$/, '') : ''
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${fraction && `.${fraction}`}`
}

const raised = ({ units, scale }: Scaled, to: number) => units * 10n ** BigInt(to - scale)

/** The exact sum of decimal strings; anything else counts as 0. */
export function addDecimals(terms: readonly string[]): string {
  const all = terms.map(scaled)
  const scale = Math.max(0, ...all.map((each) => each.scale))
  return written({ units: all.reduce((sum, each) => sum + raised(each, scale), 0n), scale })
}

/** The exact product of two decimal strings. */
export function multiplyDecimals(a: string, b: string): string {
  const [one, other] = [scaled(a), scaled(b)]
  return written({ units: one.units * other.units, scale: one.scale + other.scale })
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareDecimals(a: string, b: string): number {
  const [one, other] = [scaled(a), scaled(b)]
  const scale = Math.max(one.scale, other.scale)
  const difference = raised(one, scale) - raised(other, scale)
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** Whether a decimal string is more than 0. */
export const isPositive = (amount: string): boolean => isDecimal(amount) && !amount.startsWith('-') && /[1-9]/.test(amount)
