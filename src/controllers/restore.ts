import { guardedStorage } from '../lib/guarded-storage'
import { isInSafe } from '../lib/in-safe'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { untilNot } from './on-change'
import { wake } from './wake'

/** Whether what is kept of the last connections names this. */
const isKept = (text: string) => guardedStorage.get('local', 'connections')?.includes(text) === true

type Listener = () => void
const listeners = new Set<Listener>()
let done = false

/** Settles once stored sessions have been found again or given up. */
export const whenRestored = (): Promise<void> => new Promise(onRestored)

/**
 * Settles with the search for stored sessions where one is under way, also when the last element ends it, else at once: what a call
 * is about may only be there then. With a wallet's id only where that one is looked for: a window that it opens needs the click.
 */
export const sessionsKnown = (wallet?: string): Promise<void> =>
  untilNot([chains], () => chains.restoring && (!wallet || isKept(wallet)))

/** Calls `listener` once, when that has happened, at once if it has already. Returns its stop. */
export function onRestored(listener: Listener): () => void {
  listeners.add(listener)
  if (done) queueMicrotask(() => listeners.delete(listener) && listener())
  return () => void listeners.delete(listener)
}

/** Finds the connections of the last visit again; a visitor without one loads nothing. Returns its stop. */
export function restoreConnections(): () => void {
  const stop = new AbortController()
  guardedStorage.setPrefix(config.storagePrefix)
  const remembered =
    // Whoever has left every wallet has left a list without one.
    (config.reconnect === 'on' && isKept('connectorId')) ||
    isInSafe() ||
    // Back from a wallet's app, to a tab whose page was thrown away meanwhile.
    guardedStorage.get('session', 'left-for-app') !== undefined ||
    // Back from a social network's own page.
    String(globalThis.location).includes('result_uri=')
  chains.restoring = remembered
  void Promise.resolve(remembered && restoreAll(stop.signal))
    .catch((cause: unknown) => console.warn('<wallet-modal> sessions did not load', cause))
    .then(() => {
      if (stop.signal.aborted) return
      chains.restoring = false
      done = true
      for (const listener of listeners) listener()
      listeners.clear()
    })
  return () => {
    stop.abort()
    chains.restoring = false
    done = false
  }
}

async function restoreAll(signal: AbortSignal): Promise<void> {
  const [{ restoreAll }] = await Promise.all([import('./reconnecting'), wake()])
  await restoreAll(signal)
}
