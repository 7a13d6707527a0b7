import { useSyncExternalStore } from 'react'
import { isOffline } from '../lib/is-offline'

/** Whether the browser is online; renders again when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(listen, isOnline, isOnline)

const isOnline = () => !isOffline()

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
