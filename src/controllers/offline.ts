import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { report } from './report'

/** Tells whoever has a wallet connected that the network is gone, once each time. Returns its stop. */
export function followOffline(): () => void {
  const tell = () => {
    if (chains.active.status === 'connected') report(new WalletError('OFFLINE'))
  }
  window.addEventListener('offline', tell)
  return () => window.removeEventListener('offline', tell)
}
