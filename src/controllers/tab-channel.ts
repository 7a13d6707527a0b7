import { config } from '../state/config'

/** Tells the other tabs of the site about changes. */
export type TabChannel = {
  /** Tells that this tab has changed what is stored under the name. */
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

/** Calls `changed` when what is stored under this name has changed in another tab, or may have. */
export function joinTabChannel(name: string, changed: () => void): TabChannel {
  const key = `${encodeURIComponent(config.storagePrefix)}:${name}`
  const channel = openChannel(name)
  const stop = new AbortController()
  // The message may arrive before the written value can be read, hence `storage`; a page from the back/forward cache has missed both.
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
