import { useSyncExternalStore } from 'react'
import { isOffline } from '../lib/online'

/** Whether the browser has no network, followed live. */
export const useOffline = (): boolean => useSyncExternalStore(listen, isOffline)

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
