import type { CaipAddress } from '../lib/caip'
import type { PendingTransaction } from '../lib/pending-transaction'
import type { Transaction } from '../lib/transaction'
import { activityOf } from './activity'

/** A row of the activity list: the heading of a month, or a transaction. */
export type ActivityEntry =
  | { readonly type: 'month'; readonly id: string; readonly title: string }
  | { readonly type: 'transaction'; readonly id: string; readonly transaction: Transaction }

type Reckoned = {
  readonly from: readonly [readonly PendingTransaction[], CaipAddress | undefined, string]
  readonly entries: readonly ActivityEntry[]
}
// Cached, so that going back to thousands of transactions does not group them again.
const reckoned = new WeakMap<readonly Transaction[], Reckoned>()

/** An account's activity under headings of month and year, in a language and the visitor's time zone; the same array for the same lists. */
export function activityEntries(
  list: readonly Transaction[],
  own: readonly PendingTransaction[],
  owner: CaipAddress | undefined,
  locale: string,
): readonly ActivityEntry[] {
  const from = [own, owner, locale] as const
  const before = reckoned.get(list)
  if (before?.from.every((each, at) => each === from[at])) return before.entries
  const monthOf = monthsIn(locale)
  const entries: ActivityEntry[] = []
  const told = new Set<string>()
  let shown = ''
  for (const transaction of activityOf(list, own, owner)) {
    const [title, hash] = [monthOf(transaction.at), transaction.hash.toLowerCase()]
    // By hash, so that a row of our own keeps the focus when the history lists it; further ones with the same hash by their ids.
    const id = told.has(hash) ? transaction.id : hash
    told.add(hash)
    // With the id of the next row, since a month may appear twice.
    if (title !== shown) entries.push({ type: 'month', id: `${title} ${id}`, title })
    shown = title
    entries.push({ type: 'transaction', id, transaction })
  }
  reckoned.set(list, { from, entries })
  return entries
}

/** Returns the month and year of a time in words; formatted once for each month, or for each day if the calendar is not Gregorian. */
function monthsIn(locale: string): (at: number) => string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  // Months of other calendars, as the Persian one, may begin on any of our days.
  const isOurs = format.resolvedOptions().calendar === 'gregory'
  let [begin, end, title] = [0, 0, '']
  return (at) => {
    if (at >= begin && at < end) return title
    const day = new Date(at)
    const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()]
    const startOf = (step: number) => (isOurs ? new Date(year, month + step) : new Date(year, month, date + step)).getTime()
    begin = startOf(0)
    end = startOf(1)
    title = format.format(at)
    return title
  }
}
