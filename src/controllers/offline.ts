import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { embedded } from '../state/embedded'
import { notice } from '../state/notice'
import { report } from './report'

/** Shows a connected visitor that the browser is offline, until it is online again; so does a step of signing in. Returns its stop. */
export function followOffline(): () => void {
  const tell = () => {
    if (chains.active.status === 'connected') report(new WalletError('OFFLINE'))
  }
  const untell = () => {
    if (notice.snack?.code === 'OFFLINE') notice.snack = undefined
    // A login's own screen keeps it: it has a button to try again, and would seem to wait.
    if (embedded.code === 'OFFLINE' && !embedded.wrongIn?.startsWith('Connecting')) embedded.code = undefined
  }
  const stop = new AbortController()
  window.addEventListener('offline', tell, stop)
  window.addEventListener('online', untell, stop)
  return () => stop.abort()
}
