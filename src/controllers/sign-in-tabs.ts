import { siwxSessionsKey } from '../lib/siwx-sessions'
import { config } from '../state/config'
import { joinTabChannel, type TabChannel } from './tab-channel'
import { inLock } from './tab-lock'
import { within } from './within'

let channel: TabChannel | undefined

/** Hears when another tab has signed in or out. Returns its stop. */
export function joinSignInTabs(changed: () => void): () => void {
  const joined = joinTabChannel(siwxSessionsKey.name, changed)
  channel = joined
  return () => {
    if (channel === joined) channel = undefined
    joined.leave()
  }
}

/** Tells the other tabs that a session has come or gone; they look for themselves. */
export const tellSignInTabs = (): void => channel?.tell()

/** The longest that a wallet's question stays open (five minutes), and its proof. */
const HELD_LIMIT_MS = 400_000

/**
 * Does the work, unless another tab of this site is at it for the same account: then waits for that one to end and resolves to
 * undefined. So that a wallet shows one question, however many tabs were pressed. Rejects with ABORTED by the signal.
 */
export async function inOneTab<T>(
  name: string,
  work: () => Promise<T>,
  signal: AbortSignal,
  waiting: () => void,
): Promise<T | undefined> {
  const lock = `${config.storagePrefix}:siwx:${name}`
  const mine = await inLock(lock, { ifAvailable: true }, async (isMine) => isMine && { result: await work() })
  if (mine) return mine.result
  waiting()
  await within(
    inLock(lock, { signal }, async () => {}),
    HELD_LIMIT_MS,
    signal,
  )
  return undefined
}
