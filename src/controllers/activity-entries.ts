import type { CaipAddress } from '../lib/caip'
import type { PendingTransaction } from '../lib/pending-transaction'
import type { Transaction } from '../lib/transaction'
import { activityOf } from './activity'

/** A heading or a transaction, in the order in which they stand. */
export type ActivityEntry =
  | { readonly type: 'month'; readonly id: string; readonly title: string }
  | { readonly type: 'transaction'; readonly id: string; readonly transaction: Transaction }

type Reckoned = {
  readonly from: readonly [readonly PendingTransaction[], CaipAddress | undefined, string]
  readonly entries: readonly ActivityEntry[]
}
// Thousands of transactions are put under their headings once, not at each press that leads back to them.
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
    // One of ours keeps its row, and that the focus, when the index tells it; of several with one hash the others go by their ids.
    const id = told.has(hash) ? transaction.id : hash
    told.add(hash)
    // A month that comes twice, out of order, is told apart by what follows it.
    if (title !== shown) entries.push({ type: 'month', id: `${title} ${id}`, title })
    shown = title
    entries.push({ type: 'transaction', id, transaction })
  }
  reckoned.set(list, { from, entries })
  return entries
}

/** The month and year of a moment, in words; asked once for a month, or for a day where the language's calendar is not ours. */
function monthsIn(locale: string): (at: number) => string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  // Its months may begin on any day of ours, as the Persian ones do.
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
