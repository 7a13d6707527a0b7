import { config } from '../state/config'
import { wake } from './wake'

let channel: BroadcastChannel | undefined

/** Keeps the tabs of one site in agreement: what one connects, switches or leaves, the others follow. Returns its stop. */
export function joinTabs(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const joined = new BroadcastChannel(`${config.storagePrefix}:connections`)
  joined.onmessage = () => void wake().then(async () => (await import('./follow-tabs')).followTabs())
  channel = joined
  return () => {
    channel = undefined
    joined.close()
  }
}

/** Tells the other tabs that what is connected has changed; they read it from storage. */
export const tellTabs = (): void => channel?.postMessage('changed')
