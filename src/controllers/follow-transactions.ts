import { whenLoaded } from '../lib/when-loaded'
import { pending } from '../state/pending'
import { onChange } from './on-change'
import { loadPending } from './pending'
import { whileVisible } from './while-visible'

/** A chunk that did not load is requested again this often. */
export const RELOAD_MS = 30_000

const loadOutcomes = () => import('./transaction-outcomes')

/**
 * Follows each transaction that was sent from here until it is mined or fails, also after a reload. The code that asks the chains
 * (`load`) loads when there is something to ask, and is tried again if it does not load. Returns its stop.
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
