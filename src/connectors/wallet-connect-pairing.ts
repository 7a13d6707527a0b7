import { type ErrorCode, WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import type { ConnectorEvent } from './types'
import { isOfLeft, noteLeaving } from './wallet-connect-app'
import type { Offer } from './wallet-connect-authenticate'
import { type Client, leaveSession, on, openRelay, type Session, USER_DISCONNECTED } from './wallet-connect-client'
import type { WalletConnectConfig } from './wallet-connect-config'
import { KEPT_LIMIT_MS, SLEPT_MS } from './wallet-connect-late'
import type { Proposal } from './wallet-connect-namespaces'

/** A pairing URI is offered for four minutes; the protocol keeps it for five. */
export const URI_LIFETIME_MS = 240_000
/** The next URI is requested this long before the old one expires, to be ready ten seconds before. */
export const RENEW_BEFORE_MS = 15_000
/**
 * The SDK keeps a proposal for five minutes and then rejects a promise that nobody can catch, which the host page would see
 * as its own unhandled rejection; it is ended here before that.
 */
export const PROPOSAL_LIFETIME_MS = 295_000
/** The SDK keeps a proposal this much longer, for a page that wakes up: the relay keeps the answer for five minutes. */
const SDK_KEEPS_S = 600
/** After this wait the visitor is told that the relay cannot be reached; we go on trying. */
export const RELAY_LIMIT_MS = 10_000
const MAX_BACKOFF_MS = 15_000

/** These errors of the relay end the attempt: trying again cannot help. */
export const FATAL_CODES: ReadonlySet<ErrorCode> = new Set(['ORIGIN_NOT_ALLOWED', 'SESSION_NOT_YET_VALID', 'PROJECT_ID_INVALID'])

type Attempt = {
  readonly client: Client
  readonly proposal: Proposal
  readonly signal: AbortSignal
  readonly tell: (event: ConnectorEvent) => void
  /** Makes an offer in place of a plain proposal. */
  readonly begin?: (() => Promise<Offer>) | undefined
}

/**
 * Offers pairing URIs (as `pairing` events, renewed in time) until a wallet answers; resolves to its session.
 * An earlier URI stays valid until it expires by the protocol, so a scan in the last second still connects.
 * Rejects with USER_REJECTED, CHAIN_NOT_SUPPORTED, ABORTED, or the relay's reason for refusing; an unreachable relay is reported as
 * RELAY_UNREACHABLE and tried again.
 */
export function pair({ client, proposal, signal, tell, begin }: Attempt): Promise<Session> {
  return new Promise((resolve, reject) => {
    const offered = new Map<string, Offer>()
    const timers = new Set<ReturnType<typeof setTimeout>>()
    let open = true
    let taken: string | undefined
    let offers = 0
    /** An outage is reported once. */
    let told = false
    const tellOutage = (cause?: unknown) => {
      if (!told) tell({ type: 'error', code: 'RELAY_UNREACHABLE', cause })
      told = true
    }

    const after = (ms: number, run: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        run()
      }, ms)
      timers.add(timer)
      return () => {
        clearTimeout(timer)
        timers.delete(timer)
      }
    }
    // Also for a proposal that had expired when the page woke up.
    const stopHearing = on(client, 'session_connect', ({ session }) => {
      if (offered.has(session.pairingTopic) || isOfLeft(session.pairingTopic)) take(session, session.pairingTopic)
    })
    const stopNoting = noteLeaving()
    const end = (settle: () => void, kept?: string) => {
      if (!open) return
      open = false
      stopHearing()
      stopNoting()
      for (const timer of timers) clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      client.core.relayer.off('relayer_error', onRelayError)
      for (const topic of offered.keys()) if (topic !== kept) drop(topic)
      settle()
    }
    const drop = (topic: string) => {
      offered.get(topic)?.expire?.()
      offered.delete(topic)
      void dropPairing(client, topic)
    }
    const take = (session: Session, pairingTopic: string | undefined) => {
      if (open) taken = session.topic
      end(() => resolve(session), pairingTopic)
    }
    const fail = (error: WalletError) => end(() => reject(error))
    const onAbort = () => fail(new WalletError('ABORTED'))
    const onRelayError = (cause: unknown) => {
      const error = toWalletError(cause, 'RELAY_UNREACHABLE')
      if (FATAL_CODES.has(error.code)) fail(error)
    }

    async function offer(tries = 0) {
      const current = ++offers
      const stopWaiting = after(RELAY_LIMIT_MS, tellOutage)
      try {
        await openRelay(client, () => open)
        if (!open) return
        const made: Offer = await (begin?.() ?? client.connect({ optionalNamespaces: proposal }))
        stopWaiting()
        const { uri } = made
        const topic = topicOf(uri)
        // Set before the SDK's own timer: when a computer wakes up, both are due.
        if (topic && open && made.expire) after(PROPOSAL_LIFETIME_MS, () => drop(topic))
        else if (topic && open) outlive(topic)
        const answer = made.approval()
        if (topic) offered.set(topic, made)
        if (!open || !uri || !topic) {
          answer.catch(() => {})
          if (topic) drop(topic)
          return fail(new WalletError('CONNECT_FAILED'))
        }
        answer.then(
          (session) => {
            // Approved after we gave up: the wallet must not think that it is connected.
            if (!open && session.topic !== taken) leaveSession(client, session.topic).catch(() => {})
            take(session, topic)
          },
          (cause) => {
            if (!open) return
            if (!isExpiry(cause)) fail(toWalletError(cause, 'CONNECT_FAILED'))
            else if (current === offers) void offer()
          },
        )
        told = false
        const expiresAt = expiryOf(uri)
        tell({ type: 'pairing', uri, expiresAt })
        after(Math.max(0, expiresAt - RENEW_BEFORE_MS - Date.now()), () => void offer())
      } catch (cause) {
        stopWaiting()
        if (!open) return
        const error = toWalletError(cause, 'RELAY_UNREACHABLE')
        if (FATAL_CODES.has(error.code)) return fail(error)
        tellOutage(cause)
        after(Math.min(MAX_BACKOFF_MS, 1000 * 2 ** tries), () => void offer(tries + 1))
      }
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

    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    client.core.relayer.on('relayer_error', onRelayError)
    void offer()
  })
}

/** Makes offers that also sign in, if the app wants that and uses Ethereum chains only. */
export async function signingIn(
  client: Client,
  oneClick: WalletConnectConfig['oneClick'],
  { eip155, ...others }: Proposal,
  signal: AbortSignal,
): Promise<Attempt['begin']> {
  const signIn = await oneClick?.()
  if (!signIn || !eip155 || Object.keys(others).length > 0) return undefined
  // Most sites sign in after connecting, or not at all.
  const { offerSignIn } = await import('./wallet-connect-authenticate')
  return () => offerSignIn(client, eip155, signIn, signal)
}

const isExpiry = (cause: unknown) => /expired/i.test(String((cause as { message?: unknown } | undefined)?.message ?? ''))

/** The topic of a URI; undefined if no wallet could answer it (a host's own client may return anything) or it has a second key. */
const topicOf = (uri: string | undefined) =>
  /^wc:([\da-f]{64})@2\?(?=(?:[^&]+&)*symKey=[\da-f]{64}(?:&|$))(?!.*symKey=.*symKey=)[^#]{1,1000}$/.exec(uri ?? '')?.[1]

/** The URI contains its expiry by the protocol, five minutes after it was made; ours is a minute earlier. */
function expiryOf(uri: string): number {
  const seconds = Number(/expiryTimestamp=(\d{1,12})/.exec(uri)?.[1])
  const limit = Date.now() + URI_LIFETIME_MS
  return Number.isFinite(seconds) ? Math.min(limit, seconds * 1000 - 60_000) : limit
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
