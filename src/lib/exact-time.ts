import { numberFormat } from './format'

const units = { day: 86_400, hour: 3_600, minute: 60 }

/** A span of whole seconds in words, `30 days`: in the largest unit of which it is several, never rounded. */
export function exactTime(seconds: number, locale: string): string {
  const [unit, length] = Object.entries(units).find(([, each]) => seconds % each === 0 && seconds > each) ?? ['second', 1]
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
