import { chains } from '../src/state/chains'

/** Makes the connection's status the element's custom state: `:state(connected)` and so on. */
export function showStatus(internals: ElementInternals | undefined): void {
  try {
    internals?.states?.clear()
    internals?.states?.add(chains.status)
  } catch {
    // Chromium before 125 takes other names alone; the element does without.
  }
}
