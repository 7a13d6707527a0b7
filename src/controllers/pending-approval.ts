import { pending } from '../state/pending'
import type { Submission } from './submission'

/** An approval that is not mined within this may have been dropped, and can be asked for again. */
const WAITED_MS = 600_000

/** The hash of an identical approval that is still pending, as after its review was left; undefined for anything else. */
export function pendingApproval({ kind, owner, note: { call } }: Submission): string | undefined {
  const since = Date.now() - WAITED_MS
  const isSame = (each: (typeof pending.list)[number]) => each.owner === owner && each.call === call && each.status === 'pending'
  return kind === 'approve' && call ? pending.list.find((each) => isSame(each) && !each.lost && each.at > since)?.hash : undefined
}
