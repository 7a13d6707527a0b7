import { parseCaipAddress } from '../lib/caip'
import { MAX_PENDING, type PendingTransaction, pendingKey } from '../lib/pending-transaction'
import { read, remember } from '../lib/storage'
import { history } from '../state/history'
import { pending } from '../state/pending'
import { onChange } from './on-change'

export type { PendingTransaction }

/** How often the chain is asked for a transaction that is not mined yet. */
export const RECEIPT_POLL_MS = 4_000
/** What no index tells after this long was replaced, or dropped by the network. */
export const PENDING_LIFE_MS = 86_400_000

let loaded = false

/** Notes a transaction that was sent from here; it is in Activity at once and after a reload. */
export function notePending(transaction: Omit<PendingTransaction, 'status' | 'at'>): void {
  loadPending()
  const others = pending.list.filter(({ hash }) => hash !== transaction.hash)
  keep([{ ...transaction, at: Date.now(), status: 'pending' }, ...others])
}

/** Brings back what was noted before a reload; without those too old to come to anything. */
export function loadPending(): void {
  if (loaded) return
  loaded = true
  const since = Date.now() - PENDING_LIFE_MS
  pending.list = (read(pendingKey) ?? []).filter(({ at }) => at > since)
}

/** Writes down that a transaction was mined, and how it went. */
export function settlePending(hash: string, status: 'confirmed' | 'failed'): void {
  keep(pending.list.map((each) => (each.hash === hash ? { ...each, status } : each)))
}

/** Asks the chains for the receipts of what is pending and calls `settled` when one is there. Returns its stop. */
export function watchPending(settled: () => void): () => void {
  loadPending()
  let stopped = false
  const ask = async () => {
    if (document.hidden) return
    const open = pending.list.filter(({ status }) => status === 'pending')
    const outcomes = await Promise.all(open.map(async ({ hash, owner }) => ({ hash, status: await outcomeOf(hash, owner) })))
    if (stopped) return
    for (const { hash, status } of outcomes) if (status) settlePending(hash, status)
    if (outcomes.some(({ status }) => status)) settled()
  }
  const timer = setInterval(() => void ask(), RECEIPT_POLL_MS)
  void ask()
  // The index tells it now, with all that it knows; ours has served its purpose.
  const drop = () => {
    const indexed = new Set(history.list.map(({ hash }) => hash.toLowerCase()))
    const left = pending.list.filter(({ hash }) => !indexed.has(hash.toLowerCase()))
    if (left.length < pending.list.length) keep(left)
  }
  const stop = onChange([history], () => history.list, drop)
  return () => {
    stopped = true
    clearInterval(timer)
    stop()
  }
}

async function outcomeOf(hash: string, owner: PendingTransaction['owner']): Promise<'confirmed' | 'failed' | undefined> {
  const { networkId, namespace } = parseCaipAddress(owner)
  if (namespace !== 'eip155') return undefined
  const call = { method: 'eth_getTransactionReceipt', params: [hash] }
  const receipt = await import('./rpc').then(({ readChain }) => readChain(networkId, call)).catch(() => undefined)
  if (typeof receipt !== 'object' || receipt === null || !('status' in receipt)) return undefined
  return receipt.status === '0x1' ? 'confirmed' : 'failed'
}

function keep(list: readonly PendingTransaction[]): void {
  pending.list = list.slice(0, MAX_PENDING)
  remember(pendingKey, pending.list)
}
