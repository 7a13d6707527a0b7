import { pending } from '../state/pending'
import { onChange } from './on-change'
import { loadPending } from './pending'

/** Follows what was sent from here to its end, also after a reload; the code that asks chains loads when there is something to ask. Returns its stop. */
export function followTransactions(): () => void {
  loadPending()
  let stopped = false
  let stop: (() => void) | undefined
  const isOpen = () => pending.list.some(({ status, lost }) => status === 'pending' && !lost)
  const start = () => {
    if (stop || !isOpen()) return
    const waiting = () => {}
    stop = waiting
    void import('./transaction-outcomes').then(({ pollOutcomes }) => {
      if (!stopped && stop === waiting) stop = pollOutcomes()
    })
  }
  const end = onChange([pending], isOpen, (open) => {
    if (open) return start()
    stop?.()
    stop = undefined
  })
  start()
  return () => {
    stopped = true
    end()
    stop?.()
  }
}
