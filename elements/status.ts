import { chains } from '../src/state/chains'

/** Makes the connection's status the element's custom state: `:state(connected)` and so on. */
export function showStatus(internals: ElementInternals | undefined): void {
  for (const status of ['restoring', 'disconnected', 'connecting', 'connected'] as const)
    try {
      if (chains.status === status) internals?.states?.add(status)
      else internals?.states?.delete(status)
    } catch {
      // Chromium before 125 takes other names alone; the element does without.
    }
}
