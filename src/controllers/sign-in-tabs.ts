import { siwxSessionsKey } from '../lib/siwx-sessions'
import { config } from '../state/config'
import { joinTabChannel, type TabChannel } from './tab-channel'
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
  // Absent on insecure origins.
  const locks: LockManager | undefined = globalThis.navigator?.locks
  if (!locks) return work()
  const lock = `${config.storagePrefix}:siwx:${name}`
  let mine = false
  const result = await locks.request(lock, { ifAvailable: true }, (held) => {
    mine = held !== null
    return held ? work() : undefined
  })
  if (mine) return result
  waiting()
  await within(
    locks.request(lock, { signal }, () => {}),
    HELD_LIMIT_MS,
    signal,
  )
  return undefined
}
