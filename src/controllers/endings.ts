import type { ChainNamespace } from '../lib/caip'

/** Why a connection ended; the element's `wallet-disconnected` carries it. */
export type EndReason = 'user' | 'wallet' | 'expired' | 'error'
/** The end of one namespace's connection. */
export type End = {
  readonly namespace: ChainNamespace
  readonly caipAddress: string
  readonly reason: EndReason
  /** Another tab has ended it, and does what has to be done once, as logging out. */
  readonly followed?: boolean | undefined
}
const listeners = new Set<(end: End) => void>()

/** Calls `listener` when a namespace's connection has ended. Returns its stop. */
export function onEnd(listener: (end: End) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells that a connection has ended. */
export function tellEnd(end: End): void {
  for (const listener of listeners) listener(end)
}
