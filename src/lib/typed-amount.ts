import { markOf, typedIn } from './format'
import { latinDigits } from './typed'

/** The two amounts that a text may mean whose comma may group thousands as well as be the point; undefined for any other text. */
export function readingsOf(text: string): readonly [string, string] | undefined {
  const [, whole, rest] = /^(\d*[1-9]\d*),(\d{3})$/.exec(text) ?? []
  return whole && rest ? [whole + rest, `${whole}.${rest}`] : undefined
}

/** An amount as people of `locale` type it, where three digits after a comma could group thousands as well: with one more. */
export const typedClearly = (amount: string, locale: string): string => typedIn(amount, locale).replace(/,.*/, '$&0')

/** Marks of direction that a figure is copied with; not those that turn it around before the eye. */
const UNSEEN = /[\u200e\u200f\u2066-\u2069]/g

/**
 * What is typed as an amount, in digits of any language of ours, as a plain decimal string where it is one: a comma is the point on
 * keyboards of many countries, and Arabic has one of its own. One that groups thousands, or may, stays as it is and is refused with
 * the rest; what people of `locale` group by, a point in many languages, is read as if it were one. Any other mark that groups is a
 * point nowhere.
 */
export function typedAmount(text: string, locale: string): string {
  const [latin, mark] = [latinDigits(text.replace(UNSEEN, '').trim()), markOf(locale, 'group')]
  const grouped = latin.replace(mark, ',')
  const typed = mark === '.' || readingsOf(grouped) ? grouped : latin
  const [, whole, fraction] = /^(\d*)[.,٫]?(\d*)$/.exec(typed) ?? []
  // What multiplies it knows whole figures alone.
  return !typed || fraction === undefined || readingsOf(typed) ? typed : `${whole || 0}${fraction && `.${fraction}`}`
}

/** What is typed into `amount` as it stands there in `locale`: as long as it begins in the same way, the point in it is one. */
export function typedInto(text: string, amount: string, locale: string): string {
  const [written, at] = [typedIn(amount, locale), amount.indexOf('.')]
  const isKept = at > 0 && text.startsWith(written.slice(0, at + 2))
  return isKept ? typedAmount(text.replace(written[at] ?? '', '.'), 'en') : typedAmount(text, locale)
}
