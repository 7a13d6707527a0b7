import { markOf, typedIn } from './format'
import { latinDigits } from './latin-digits'

/** The two amounts that `1,234` may mean, since a comma can group thousands or be the decimal point; undefined for any other text. */
export function readingsOf(text: string): readonly [string, string] | undefined {
  const [, whole, rest] = /^(\d*[1-9]\d*),(\d{3})$/.exec(text) ?? []
  return whole && rest ? [whole + rest, `${whole}.${rest}`] : undefined
}

/** An amount as typed in `locale`, with a zero added so that three digits after a comma cannot be taken for thousands. */
export const typedClearly = (amount: string, locale: string): string => typedIn(amount, locale).replace(/,.*/, '$&0')

/** Marks of direction that a figure is copied with; not those that turn it around before the eye. */
const UNSEEN = /[\u200e\u200f\u2066-\u2069]/g

/**
 * A typed amount as a plain decimal string; a text that is none is returned for the caller to refuse. Digits of all our languages
 * are read, and a comma, or Arabic's own mark, as the decimal point. A comma that may group thousands is ambiguous and stays as it
 * is; so does the mark by which `locale` groups (a point in many languages), written as a comma.
 */
export function typedAmount(text: string, locale: string): string {
  const [latin, mark] = [latinDigits(text.replace(UNSEEN, '').trim()), markOf(locale, 'group')]
  const grouped = latin.replace(mark, ',')
  const typed = readingsOf(grouped) ? grouped : latin
  const [, whole, fraction] = /^(\d*)[.,٫]?(\d*)$/.exec(typed) ?? []
  // Completed (`.5`, `5.`), since the arithmetic reads complete decimals only.
  return !typed || fraction === undefined || readingsOf(typed) ? typed : `${whole || 0}${fraction && `.${fraction}`}`
}

/** A text typed by editing `amount` as shown in `locale`: while its beginning is unchanged, its decimal mark is known to be one. */
export function typedInto(text: string, amount: string, locale: string): string {
  const [written, at] = [typedIn(amount, locale), amount.indexOf('.')]
  const isKept = at > 0 && text.startsWith(written.slice(0, at + 2))
  return isKept ? typedAmount(text.replace(written[at] ?? '', '.'), 'en') : typedAmount(text, locale)
}
