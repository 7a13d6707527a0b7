import { type SmartSession, sessionStage } from '../lib/smart-session'
import { smartSessions } from '../state/smart-sessions'
import { clockSkew } from './own-headers'

/** Nobody waits longer to learn how wrong the clock is. */
const CLOCK_LIMIT_MS = 5_000
/** By more no clock is taken to be wrong. */
const DAY_MS = 86_400_000

/**
 * By a clock that is hours ahead a session that still holds seems to be over: where one does, the page's server is asked for the
 * time. Not for what has been over for long: where a policy forbids it, each question is an error in the console. Never rejects.
 */
export async function checkSessionClock(list: readonly SmartSession[]): Promise<void> {
  const now = Date.now()
  const seemsOver = list.some((each) => sessionStage(each, now) === 'expired' && each.expiry > now - DAY_MS)
  if (seemsOver) smartSessions.skewMs = await clockSkew(CLOCK_LIMIT_MS)
}
