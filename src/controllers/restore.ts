import { guardedStorage } from '../lib/guarded-storage'
import { isInSafe } from '../lib/in-safe'
import { untilLoaded } from '../lib/until-loaded'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { untilNot } from './on-change'
import { wake } from './wake'

/** Whether the stored connections contain this text; read without parsing, since the parser loads later. */
const isKept = (text: string) => guardedStorage.get('local', 'connections')?.includes(text) === true

type Listener = () => void
const listeners = new Set<Listener>()
let done = false

/** Resolves once stored sessions have been restored or given up. */
export const whenRestored = (): Promise<void> => new Promise(onRestored)

/**
 * Resolves when no stored sessions are being restored, at once where none are: a call may be about one of them. With a wallet's id it
 * waits only if that one is stored, since a wallet that opens a window needs the click.
 */
export const sessionsKnown = (wallet?: string): Promise<void> =>
  untilNot([chains], () => chains.restoring && (!wallet || isKept(wallet)))

/** Calls `listener` once when stored sessions have been restored or given up, soon if they have already. Returns its stop. */
export function onRestored(listener: Listener): () => void {
  listeners.add(listener)
  if (done) queueMicrotask(() => listeners.delete(listener) && listener())
  return () => void listeners.delete(listener)
}

/** What restores, together with what follows a connection. */
const parts = () => Promise.all([import('./reconnecting'), wake()])

/**
 * Restores the connections of the last visit; without any, nothing loads. Where that code does not load, the wait for them ends, and
 * they are restored once it has loaded. Returns its stop.
 */
export function restoreConnections(load = parts): () => void {
  const stop = new AbortController()
  guardedStorage.setPrefix(config.storagePrefix)
  const remembered =
    // A visitor who has disconnected everything has stored an empty list.
    (config.reconnect === 'on' && isKept('connectorId')) ||
    isInSafe() ||
    // Back from a wallet's app, to a page that was unloaded meanwhile.
    guardedStorage.get('session', 'left-for-app') !== undefined ||
    // Back from a social login on the network's own page.
    String(globalThis.location).includes('result_uri=')
  chains.restoring = remembered
  const restore = ([{ restoreAll }]: Awaited<ReturnType<typeof load>>) =>
    stop.signal.aborted ? undefined : restoreAll(stop.signal)
  void Promise.resolve(remembered && load().then(restore))
    .catch((cause: unknown) => {
      console.warn('<wallet-modal> sessions did not load', cause)
      // Loading it starts effects, which nothing would stop once the last element has left.
      void untilLoaded(load, stop.signal)
        .then(restore)
        .catch(() => {})
    })
    .then(() => {
      if (stop.signal.aborted) return
      chains.restoring = false
      done = true
      for (const listener of listeners) listener()
      listeners.clear()
    })
  return () => {
    // Before the abort: what that ends may wait for the next element (`whenRestored`).
    done = false
    stop.abort()
    chains.restoring = false
  }
}
