import { siwxSessionsKey } from '../lib/siwx-sessions'
import { config } from '../state/config'
import { signInStep } from './sign-in-step'
import { joinTabChannel, type TabChannel } from './tab-channel'
import { inLock } from './tab-lock'

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

/** Tells the other tabs that a session was added or removed; they read it themselves. */
export const tellSignInTabs = (): void => channel?.tell()

/** How long a wallet's request can stay open (five minutes), and the verification after it. */
const HELD_LIMIT_MS = 400_000

/**
 * Runs `work`, unless another tab of this site is doing so for the same account: then waits until that ends and resolves to undefined,
 * so that the wallet shows one request. Rejects with ABORTED by the signal.
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
  await signInStep(
    inLock(lock, { signal }, async () => {}),
    HELD_LIMIT_MS,
    signal,
  )
  return undefined
}
