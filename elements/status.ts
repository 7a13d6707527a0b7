import { chains } from '../src/state/chains'

/** Sets the connection status as the element's custom state, `:state(connected)` and so on, and whether it is `embedded`. */
export function showStatus(internals: ElementInternals | undefined, embedded: boolean): void {
  try {
    internals?.states?.clear()
    internals?.states?.add(chains.status)
    if (embedded) internals?.states?.add('embedded')
  } catch {
    // Chromium before 125 only accepts names with another syntax; the element then has no custom states.
  }
}
