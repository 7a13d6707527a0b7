import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { notice } from '../state/notice'
import { report } from './report'

/** Tells whoever has a wallet connected that the network is gone, once each time and until it is back. Returns its stop. */
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
