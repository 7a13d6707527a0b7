import { numberFormat } from './format'

const units = { day: 86_400, hour: 3_600, minute: 60 }

/** A duration of whole seconds in words, `30 days`: in the largest unit that divides it, never rounded. */
export function exactTime(seconds: number, locale: string): string {
  const [unit, length] = Object.entries(units).find(([, each]) => seconds % each === 0 && seconds > each) ?? ['second', 1]
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}

/** A rough duration in words, `8 hours` for 481 minutes: in the largest unit of which there are at least two, else minutes. */
export function roughTime(seconds: number, locale: string): string {
  const unit = Object.values(units).find((each) => seconds >= 2 * each) ?? units.minute
  return exactTime(Math.max(2, Math.round(seconds / unit)) * unit, locale)
}
