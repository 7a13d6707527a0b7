import { whenLoaded } from '../lib/when-loaded'
import { pending } from '../state/pending'
import { onChange } from './on-change'
import { loadPending } from './pending'
import { whileVisible } from './while-visible'

/** What did not load is asked for this often again. */
export const RELOAD_MS = 30_000

const loadOutcomes = () => import('./transaction-outcomes')

/**
 * Follows what was sent from here to its end, also after a reload; the code that asks chains (`load`) loads when there is something to
 * ask, and again where it did not come. Returns its stop.
 */
export function followTransactions(
  load: () => Promise<Pick<typeof import('./transaction-outcomes'), 'pollOutcomes'>> = loadOutcomes,
): () => void {
  loadPending()
  let stopped = false
  let stop: (() => void) | undefined
  const isOpen = () => pending.list.some(({ status, lost }) => status === 'pending' && !lost)
  const start = () => {
    if (stop || !isOpen()) return
    const waiting = () => {}
    stop = waiting
    const loaded = load()
    whenLoaded(loaded, ({ pollOutcomes }) => {
      if (!stopped && stop === waiting) stop = pollOutcomes()
    })
    loaded.catch(() => {
      if (stop === waiting) stop = undefined
    })
  }
  const end = onChange([pending], isOpen, (open) => {
    if (open) return start()
    stop?.()
    stop = undefined
  })
  const leave = whileVisible(RELOAD_MS, start)
  start()
  return () => {
    stopped = true
    end()
    leave()
    stop?.()
  }
}
