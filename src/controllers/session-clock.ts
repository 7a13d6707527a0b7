import { type SmartSession, sessionStage } from '../lib/smart-session'
import { smartSessions } from '../state/smart-sessions'
import { clockSkew } from './own-headers'

/** Nobody waits longer to learn how wrong the clock is. */
const CLOCK_LIMIT_MS = 5_000

/** By a clock that is hours ahead a session that still holds seems to be over: where one does, the page's server is asked for the time. Never rejects. */
export async function checkSessionClock(list: readonly SmartSession[]): Promise<void> {
  const seemsOver = list.some((each) => sessionStage(each, Date.now()) === 'expired')
  if (seemsOver) smartSessions.skewMs = await clockSkew(CLOCK_LIMIT_MS)
}
