import { canClose, onClosed, resetHome } from '../src/controllers/modal'
import { onChange } from '../src/controllers/on-change'
import { attempt } from '../src/state/attempt'
import { chains } from '../src/state/chains'
import { modal } from '../src/state/modal'

/** Closes what a visitor went to in an embedded element, which nobody opened; resolves to whether that may be left. */
export function restIfFree(): boolean {
  const free = canClose()
  if (free) resetHome()
  return free
}

/** Closing never hides an embedded element, nor leaves in it what was open. Returns its stop. */
export function keepInPlace(doors: Iterable<{ readonly embedded: unknown }>): () => void {
  const isThere = () => [...doors].some(({ embedded }) => embedded)
  const stops = [
    // Whoever else hears of it still sees what was closed; something may have been opened by then.
    onClosed(() => queueMicrotask(() => modal.elementId === undefined && isThere() && resetHome())),
    // Found again, or ended by the wallet. Whoever has just connected is shown that first.
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
