import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { activityOf } from '../controllers/activity'
import type { PendingTransaction } from '../lib/pending-transaction'
import type { Transaction } from '../lib/transaction'
import { history } from '../state/history'
import { messages } from '../state/messages'
import { pending } from '../state/pending'
import { useActiveAccount } from './use-active-account'

/** A heading or a transaction, in the order in which they stand. */
export type ActivityEntry =
  | { readonly type: 'month'; readonly id: string; readonly title: string }
  | { readonly type: 'transaction'; readonly id: string; readonly transaction: Transaction }

const none: readonly Transaction[] = []

/** The active account's activity under headings of month and year, in the visitor's language and time zone. */
export function useActivity(): readonly ActivityEntry[] {
  const { list, owner } = useSnapshot(history)
  const { list: own } = useSnapshot(pending)
  const { locale } = useSnapshot(messages)
  const { caipAddress } = useActiveAccount()
  const known = owner === caipAddress ? list : none
  return useMemo(() => {
    const monthOf = monthsIn(locale)
    const entries: ActivityEntry[] = []
    let shown = ''
    for (const transaction of activityOf(known, own as readonly PendingTransaction[], caipAddress)) {
      const title = monthOf(transaction.at)
      // A month that comes twice, out of order, is told apart by what follows it.
      if (title !== shown) entries.push({ type: 'month', id: `${title} ${transaction.id}`, title })
      shown = title
      entries.push({ type: 'transaction', id: transaction.id, transaction })
    }
    return entries
  }, [known, own, caipAddress, locale])
}

/** The month and year of a moment, in words; asked once for a day, for a page of a long history has each day many times. */
function monthsIn(locale: string): (at: number) => string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  const titles = new Map<number, string>()
  return (at) => {
    const day = new Date(at).setHours(0, 0, 0, 0)
    const title = titles.get(day) ?? format.format(at)
    titles.set(day, title)
    return title
  }
}
