import { config } from '../state/config'
import { wake } from './wake'

let channel: BroadcastChannel | undefined

/** Keeps the tabs of one site in agreement: what one connects, switches or leaves, the others follow. Returns its stop. */
export function joinTabs(): () => void {
  const name = `${config.storagePrefix}:connections`
  const joined = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const follow = () => void wake().then(async () => (await import('./follow-tabs')).followTabs())
  // The message may outrun what was written; this event comes when that can be read.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === name) follow()
  }
  if (joined) joined.onmessage = follow
  channel = joined
  globalThis.addEventListener?.('storage', onStorage)
  return () => {
    globalThis.removeEventListener?.('storage', onStorage)
    channel = undefined
    joined?.close()
  }
}

/** Tells the other tabs that what is connected has changed; they read it from storage. */
export const tellTabs = (): void => channel?.postMessage('changed')
