import { config } from '../state/config'

/** What one tab of the site tells the others, and hears of them. */
export type TabChannel = {
  /** What is stored under the name has changed here. */
  tell(): void
  leave(): void
}

/** A channel to the other tabs of this site; undefined where there is none, or site data is blocked. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(`${config.storagePrefix}:${name}`)
  } catch {
    return undefined
  }
}

/** Calls `changed` when another tab says, or storage shows, that what is stored under this name is not what it was. */
export function joinTabChannel(name: string, changed: () => void): TabChannel {
  const key = `${config.storagePrefix}:${name}`
  const channel = openChannel(name)
  // The message may outrun what was written; this event comes when that can be read.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) changed()
  }
  if (channel) channel.onmessage = changed
  globalThis.addEventListener?.('storage', onStorage)
  return {
    tell: () => channel?.postMessage('changed'),
    leave() {
      globalThis.removeEventListener?.('storage', onStorage)
      channel?.close()
    },
  }
}
