import { whenIdle } from '../lib/idle'
import { untilLoaded } from '../lib/until-loaded'
import { startWhenLoaded } from '../lib/when-loaded'

/**
 * Loads, when idle, what is needed only after connecting; no screen waits for it. Until it has loaded nobody is asked to sign in, and
 * the dialog does not close. Returns its stop.
 */
export function followConnection(): () => void {
  const over = new AbortController()
  let stop = whenIdle(() => {
    stop = startWhenLoaded(
      untilLoaded(() => import('./connected'), over.signal),
      ({ startConnected }) => startConnected(),
    )
  })
  return () => {
    over.abort()
    stop()
  }
}
