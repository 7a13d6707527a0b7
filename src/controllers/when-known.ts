import type { ErrorCode } from '../lib/errors'
import { chains } from '../state/chains'
import { pending } from '../state/pending'
import { onChange } from './on-change'

/** Nodes of one address are not all at the same block: so often, and after so long, one that is behind is asked again. */
const [LOOKS, PAUSE_MS] = [5, 1_000]

/** Does what hangs on a transaction that was mined just now, and again where it is said to fail; the last time whatever is said. */
export const whenKnown = (work: (isLast: boolean) => Promise<void>, looks = LOOKS): Promise<void> =>
  work(looks === 0).catch(async (cause) => {
    // What came with that transaction may be missing, too.
    if (looks === 0 || !['TRANSACTION_WOULD_FAIL', 'SEND_INCOMPLETE'].includes(cause.code)) throw cause
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return whenKnown(work, looks - 1)
  })

/** A transaction that was handed over less long ago, and is mined, was mined just now. */
const JUST_NOW_MS = 60_000

/** The same where something of this account was mined just now, of which not every node may know yet; else once. */
export const onceKnown = (work: () => Promise<void>): Promise<void> => whenKnown(work, hasJustChanged() ? LOOKS : 0)

const hasJustChanged = () =>
  pending.list.some(
    ({ owner, status, at }) => owner === chains.active.caipAddress && status === 'confirmed' && Date.now() - at < JUST_NOW_MS,
  )

/** Waits until a transaction of ours has come to its end, or is lost; resolves to what is wrong then. */
export const whenMined = (hash: string): Promise<ErrorCode | undefined> =>
  new Promise((resolve) => {
    const end = () => {
      const noted = pending.list.find((each) => each.hash === hash)
      return noted?.lost ? 'lost' : noted?.status
    }
    const look = () => {
      const now = end()
      if (now === 'pending') return
      stop()
      // Nobody asks for a lost one any more.
      resolve(now === 'failed' ? 'TRANSACTION_FAILED' : now === 'lost' ? 'TRANSACTION_UNCONFIRMED' : undefined)
    }
    const stop = onChange([pending], end, look)
    look()
  })
