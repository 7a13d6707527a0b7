import { pending } from '../state/pending'
import type { Submission } from './submission'

/** What is not mined by then may have been dropped: nobody is kept from asking for it again. */
const WAITED_MS = 600_000

/** The hash of an approval that does the same and is on its way already, as after its review was left; undefined for all else. */
export function underWay({ kind, owner, note: { mark } }: Submission): string | undefined {
  const since = Date.now() - WAITED_MS
  const isSame = (each: (typeof pending.list)[number]) => each.owner === owner && each.mark === mark && each.status === 'pending'
  return kind === 'approve' && mark ? pending.list.find((each) => isSame(each) && !each.lost && each.at > since)?.hash : undefined
}
