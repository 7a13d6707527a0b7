import type { Offer } from './wallet-connect-authenticate'
import { type Client, USER_DISCONNECTED } from './wallet-connect-client'
import { KEPT_LIMIT_MS, SLEPT_MS } from './wallet-connect-late'

/**
 * The SDK keeps a proposal for five minutes and then rejects a promise that nobody can catch, which the host page would see
 * as its own unhandled rejection; it is ended here before that.
 */
export const PROPOSAL_LIFETIME_MS = 295_000
/** The SDK keeps a proposal this much longer, for a page that wakes up: the relay keeps the answer for five minutes. */
const SDK_KEEPS_S = 600

/** Timers that are stopped together; `after` returns the stop of one. */
export function openTimers() {
  const running = new Set<ReturnType<typeof setTimeout>>()
  const stop = (timer: ReturnType<typeof setTimeout>) => {
    clearTimeout(timer)
    running.delete(timer)
  }
  return {
    after(ms: number, run: () => void): () => void {
      const timer = setTimeout(() => {
        running.delete(timer)
        run()
      }, ms)
      running.add(timer)
      return () => stop(timer)
    },
    stop(): void {
      for (const timer of running) stop(timer)
    },
  }
}

/** The offers of an attempt that a wallet may still answer, by the topic of their pairing; each ends with its proposal. */
export function openOffers(client: Client, after: ReturnType<typeof openTimers>['after']) {
  const open = new Map<string, Offer>()

  function drop(topic: string) {
    const offer = open.get(topic)
    open.delete(topic)
    dropOffer(client, topic, offer)
  }

  /** Keeps the proposal for a visitor who approves while the page is suspended, as it is on a phone while the wallet is open. */
  function outlive(topic: string) {
    const due = Date.now() + PROPOSAL_LIFETIME_MS
    const ids = client.proposal.getAll().flatMap(({ id, pairingTopic }) => (pairingTopic === topic ? id : []))
    for (const each of [topic, ...ids]) client.core.expirer.set(each, Math.floor(due / 1000) + SDK_KEEPS_S)
    after(PROPOSAL_LIFETIME_MS, () => {
      if (Date.now() <= due + SLEPT_MS) return drop(topic)
      for (const id of ids) client.events.emit('proposal_expire', { id })
      after(KEPT_LIMIT_MS, () => drop(topic))
    })
  }

  return {
    has: (topic: string): boolean => open.has(topic),
    /** Call it before the offer's `approval`, which sets the SDK's own timer: when a computer wakes up, both are due. */
    add(topic: string, offer: Offer): void {
      open.set(topic, offer)
      if (offer.expire) after(PROPOSAL_LIFETIME_MS, () => drop(topic))
      else outlive(topic)
    },
    /** Drops all but the one that was answered. */
    end(answered?: string): void {
      for (const topic of open.keys()) if (topic !== answered) drop(topic)
    },
  }
}

/** Makes an offer one that no wallet can answer any more. */
export function dropOffer(client: Client, topic: string, offer: Offer | undefined): void {
  offer?.expire?.()
  void dropPairing(client, topic)
}

/** Deletes an unused pairing: its proposal, its keys and, if the relay can be reached, its mailbox. */
async function dropPairing(client: Client, topic: string): Promise<void> {
  for (const { id, pairingTopic } of client.proposal.getAll()) {
    if (pairingTopic !== topic) continue
    // Settles the SDK's own wait for an answer, which would otherwise hold its listeners for five minutes.
    client.events.emit('proposal_expire', { id })
    await client.proposal.delete(id, USER_DISCONNECTED).catch(() => {})
    client.core.expirer.del(id)
  }
  if (client.core.relayer.connected) return client.core.pairing.disconnect({ topic }).catch(() => {})
  await client.core.pairing.pairings.delete(topic, USER_DISCONNECTED).catch(() => {})
  client.core.expirer.del(topic)
  await client.core.crypto.deleteSymKey(topic).catch(() => {})
}
