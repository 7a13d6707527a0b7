import { untilAborted } from '../lib/until-aborted'
import { config } from '../state/config'
import { inLock } from './tab-lock'

/** Time limit of a request that other tabs wait for: a host's own client may never answer. */
const HELD_LIMIT_MS = 20_000

const lockOf = (name: 'refresh' | 'logout') => `${config.storagePrefix}:${name}`
/** No other tab's request takes longer, and a tab that the browser has suspended may never give its lock back. */
const patience = () => AbortSignal.timeout(HELD_LIMIT_MS)

/** The answer to a request that other tabs wait for. Throws API_UNAVAILABLE where there is none in time. */
export const notForEver = <T>(answer: Promise<T>): Promise<T> => untilAborted(answer, undefined, HELD_LIMIT_MS, 'API_UNAVAILABLE')

/** Exchanges the cookie while no other tab does. */
export const inRefreshTurn = <T>(exchange: () => Promise<T>): Promise<T> =>
  inLock(lockOf('refresh'), { signal: patience() }, exchange)

/** Does not wait for another tab that is exchanging the cookie; then `isMine` is false. */
export const inRefreshTurnIfFree = <T>(exchange: (isMine: boolean) => Promise<T>): Promise<T> =>
  inLock(lockOf('refresh'), { ifAvailable: true }, exchange)

/**
 * Signs in once every cookie exchange and log-out of this site's tabs is answered: a later answer would overwrite or clear the new
 * cookie.
 */
export async function signInAlone<T>(ask: () => Promise<T>): Promise<T> {
  const turn = { signal: patience() }
  const { answer } = await inLock(lockOf('logout'), turn, () => inLock(lockOf('refresh'), turn, () => settled(ask)))
  return answer
}

/** Logs out at once; sign-ins wait until it is answered. */
export async function logOutBefore<T>(ask: () => Promise<T>): Promise<T> {
  const { answer } = await inLock(lockOf('logout'), { mode: 'shared', signal: patience() }, () => settled(ask))
  return answer
}

/** The answer's promise, once it has settled or its time limit is over. */
async function settled<T>(ask: () => Promise<T>): Promise<{ answer: Promise<T> }> {
  const answer = ask()
  await notForEver(answer).catch(() => {})
  return { answer }
}
