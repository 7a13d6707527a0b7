import { type SmartSession, sessionStage } from '../lib/smart-session'
import { smartSessions } from '../state/smart-sessions'
import { clockSkew } from './own-headers'

/** The clock is compared for at most this long. */
const CLOCK_LIMIT_MS = 5_000
/** No clock is assumed to be wrong by more than this. */
const DAY_MS = 86_400_000

/**
 * Compares the clock with the page's server if a session seems to have expired within the last day: on a device whose clock is ahead
 * it may still be valid. Not for older ones: where a policy forbids the request, it is an error in the console. Never rejects.
 */
export async function checkSessionClock(list: readonly SmartSession[]): Promise<void> {
  const now = Date.now()
  const seemsOver = list.some((each) => sessionStage(each, now) === 'expired' && each.expiry > now - DAY_MS)
  if (seemsOver) smartSessions.skewMs = await clockSkew(CLOCK_LIMIT_MS)
}
