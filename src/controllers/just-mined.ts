import type { CaipAddress } from '../lib/caip'
import type { ErrorCode } from '../lib/errors'
import type { PendingTransaction } from '../lib/pending-transaction'
import { chains } from '../state/chains'
import { pending } from '../state/pending'
import { onChange } from './on-change'

/** The nodes behind one URL may be at different blocks: what one that is behind refuses is tried again this often. */
const RETRIES = 5
/** The pause before each of these. */
const PAUSE_MS = 1_000

/** Runs `work`, which depends on a transaction that was just mined, and retries it where it is said to fail; then the last error counts. */
export const whenKnown = <Done>(work: (isLast: boolean) => Promise<Done>, retries = RETRIES): Promise<Done> =>
  work(retries === 0).catch(async (cause) => {
    // SEND_INCOMPLETE: the balance that the transaction has brought may be missing.
    if (retries === 0 || !['TRANSACTION_WOULD_FAIL', 'SEND_INCOMPLETE'].includes(cause.code)) throw cause
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return whenKnown(work, retries - 1)
  })

/** A mined transaction counts as just mined if it was sent within this. */
const JUST_NOW_MS = 60_000

const isJustMined = ({ status, at }: PendingTransaction) => status === 'confirmed' && Date.now() - at < JUST_NOW_MS

/** Runs `work`, with the retries of `whenKnown` if a transaction of this account was just mined, which not every node may know yet. */
export const onceKnown = <Done>(work: (isLast: boolean) => Promise<Done>): Promise<Done> =>
  whenKnown(work, pending.list.some((each) => each.owner === chains.active.caipAddress && isJustMined(each)) ? RETRIES : 0)

/** Whether an account's newest transaction is an approval by this `call` and was just mined: a node that wants it again is behind. */
export function isJustApproved(owner: CaipAddress, call: string | undefined): boolean {
  const newest = pending.list.find((each) => each.owner === owner)
  return newest?.kind === 'approve' && newest.call === call && isJustMined(newest)
}

/** Waits until a transaction of ours is mined, has failed or is lost; resolves to the error, undefined if it was mined. */
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
      // A lost one is not followed any more.
      resolve(now === 'failed' ? 'TRANSACTION_FAILED' : now === 'lost' ? 'TRANSACTION_UNCONFIRMED' : undefined)
    }
    const stop = onChange([pending], end, look)
    look()
  })
