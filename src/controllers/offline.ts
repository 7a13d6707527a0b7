import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { notice } from '../state/notice'
import { report } from './report'

/** Shows a connected visitor that the browser is offline, until it is online again. Returns its stop. */
export function followOffline(): () => void {
  const tell = () => {
    if (chains.active.status === 'connected') report(new WalletError('OFFLINE'))
  }
  const untell = () => {
    if (notice.snack?.code === 'OFFLINE') notice.snack = undefined
  }
  const stop = new AbortController()
  window.addEventListener('offline', tell, stop)
  window.addEventListener('online', untell, stop)
  return () => stop.abort()
}
