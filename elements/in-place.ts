import { canClose, onClosed, resetHome } from '../src/controllers/modal'
import { onChange } from '../src/controllers/on-change'
import { attempt } from '../src/state/attempt'
import { chains } from '../src/state/chains'
import { modal } from '../src/state/modal'

/** Returns an embedded element that nobody opened to its first view; returns whether the current view allowed that. */
export function restIfFree(): boolean {
  const free = canClose()
  if (free) resetHome()
  return free
}

/** Closing never hides an embedded element; it returns it to its first view. Returns a function that stops this. */
export function keepInPlace(doors: Iterable<{ readonly embedded: unknown }>): () => void {
  const isThere = () => [...doors].some(({ embedded }) => embedded)
  const stops = [
    // Deferred: other listeners still need the closed view, and another view may have been opened by then.
    onClosed(() => queueMicrotask(() => modal.elementId === undefined && isThere() && resetHome())),
    // Restored, or ended by the wallet. After a new connection the visitor first sees the confirmation.
    onChange(
      [chains],
      () => chains.active.address !== undefined,
      (connected) => {
        const over = connected ? modal.view === 'Connect' && attempt.status !== 'connected' : modal.view === 'Account'
        if (over && modal.elementId === undefined && isThere()) resetHome()
      },
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
