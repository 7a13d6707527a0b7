import { snapshot, useSnapshot } from 'valtio'
import { type ActivityEntry, activityEntries } from '../controllers/activity-entries'
import type { PendingTransaction } from '../lib/pending-transaction'
import type { Transaction } from '../lib/transaction'
import { history } from '../state/history'
import { messages } from '../state/messages'
import { pending } from '../state/pending'
import { useActiveAccount } from './use-active-account'

const none: readonly Transaction[] = []

/** The active account's activity under headings of month and year, in the visitor's language and time zone. */
export function useActivity(): readonly ActivityEntry[] {
  const { list, owner } = useSnapshot(history)
  const { locale } = useSnapshot(messages)
  const { caipAddress } = useActiveAccount()
  // Subscribe with the hook, but read a snapshot: that list is the same object when the view is mounted again.
  void useSnapshot(pending).list
  const own = snapshot(pending).list as readonly PendingTransaction[]
  return activityEntries(owner === caipAddress ? list : none, own, caipAddress, locale)
}
