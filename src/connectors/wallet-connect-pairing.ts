import { type ErrorCode, WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import type { ConnectorEvent } from './types'
import { isOfLeft, noteLeaving } from './wallet-connect-app'
import type { Offer } from './wallet-connect-authenticate'
import { type Client, leaveSession, on, onRelay, openRelay, type Session } from './wallet-connect-client'
import type { WalletConnectConfig } from './wallet-connect-config'
import type { Proposal } from './wallet-connect-namespaces'
import { dropOffer, openOffers, openTimers } from './wallet-connect-offers'

/** A pairing URI is offered for four minutes; the protocol keeps it for five. */
export const URI_LIFETIME_MS = 240_000
/** The next URI is requested this long before the old one expires, to be ready ten seconds before. */
export const RENEW_BEFORE_MS = 15_000
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
    const { after, stop: stopTimers } = openTimers()
    const offered = openOffers(client, after)
    let open = true
    let taken: string | undefined
    let made = 0
    /** An outage is reported once. */
    let told = false

    function end(settle: () => void, answered?: string) {
      if (!open) return
      open = false
      for (const stop of stops) stop()
      stopTimers()
      offered.end(answered)
      settle()
    }
    function take(session: Session, pairingTopic: string | undefined) {
      if (open) taken = session.topic
      end(() => resolve(session), pairingTopic)
    }
    const fail = (error: WalletError) => end(() => reject(error))

    function tellOutage(cause?: unknown) {
      if (!told) tell({ type: 'error', code: 'RELAY_UNREACHABLE', cause })
      told = true
    }
    /** Fails if the relay's error ends the attempt; returns whether it does. */
    function isFatal(cause: unknown): boolean {
      const error = toWalletError(cause, 'RELAY_UNREACHABLE')
      const fatal = FATAL_CODES.has(error.code)
      if (fatal) fail(error)
      return fatal
    }

    async function offer(tries = 0) {
      const number = ++made
      const stopWaiting = after(RELAY_LIMIT_MS, tellOutage)
      try {
        await openRelay(client, () => open)
        if (!open) return
        const next: Offer = await (begin?.() ?? client.connect({ optionalNamespaces: proposal }))
        stopWaiting()
        show(next, () => number === made)
      } catch (cause) {
        stopWaiting()
        if (!open || isFatal(cause)) return
        tellOutage(cause)
        after(Math.min(MAX_BACKOFF_MS, 1000 * 2 ** tries), () => void offer(tries + 1))
      }
    }

    function show(next: Offer, isNewest: () => boolean) {
      const { uri } = next
      const topic = topicOf(uri)
      if (!open || !uri || !topic) {
        next.approval().catch(() => {})
        if (topic) dropOffer(client, topic, next)
        return fail(new WalletError('CONNECT_FAILED'))
      }
      offered.add(topic, next)
      hear(next.approval(), topic, isNewest)
      told = false
      const expiresAt = expiryOf(uri)
      tell({ type: 'pairing', uri, expiresAt })
      after(Math.max(0, expiresAt - RENEW_BEFORE_MS - Date.now()), () => void offer())
    }

    function hear(answer: Promise<Session>, topic: string, isNewest: () => boolean) {
      answer.then(
        (session) => {
          // Approved after we gave up: the wallet must not think that it is connected.
          if (!open && session.topic !== taken) leaveSession(client, session.topic).catch(() => {})
          take(session, topic)
        },
        (cause) => {
          if (!open) return
          if (!isExpiry(cause)) fail(toWalletError(cause, 'CONNECT_FAILED'))
          else if (isNewest()) void offer()
        },
      )
    }

    const onAbort = () => fail(new WalletError('ABORTED'))
    const stops = [
      // Also for a proposal that had expired when the page woke up.
      on(client, 'session_connect', ({ session }) => {
        if (offered.has(session.pairingTopic) || isOfLeft(session.pairingTopic)) take(session, session.pairingTopic)
      }),
      noteLeaving(),
      onRelay(client, 'relayer_error', isFatal),
      () => signal.removeEventListener('abort', onAbort),
    ]
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
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
