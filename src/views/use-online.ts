import { useSyncExternalStore } from 'react'
import { isOffline } from '../lib/is-offline'

/** Whether the browser has a network, followed live; nothing that moves value is begun without one. */
export const useOnline = (): boolean => useSyncExternalStore(listen, () => !isOffline())

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
