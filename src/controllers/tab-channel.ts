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

/** Calls `changed` when another tab says, or storage shows, that what is stored under this name is not what it was, or may not be. */
export function joinTabChannel(name: string, changed: () => void): TabChannel {
  const key = `${encodeURIComponent(config.storagePrefix)}:${name}`
  const channel = openChannel(name)
  const stop = new AbortController()
  // The message may outrun what was written: storage tells when that can be read. A page that comes back as it was left heard nothing.
  const look = (event: Event & { readonly key?: string; readonly persisted?: boolean }) => {
    if (event.persisted || event.key === key) changed()
  }
  if (channel) channel.onmessage = changed
  for (const type of ['storage', 'pageshow']) globalThis.addEventListener?.(type, look, stop)
  return {
    tell: () => channel?.postMessage('changed'),
    leave() {
      stop.abort()
      channel?.close()
    },
  }
}
