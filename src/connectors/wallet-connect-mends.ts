import type { Core } from '@walletconnect/core'
import type { SignClient } from '@walletconnect/sign-client'
import { WalletError } from '../lib/errors'
import { z } from '../lib/schema'

type Client = InstanceType<typeof SignClient>

// Untyped parts of 2.21.8. Parsed before they are patched, so that a version without them fails at once.
const Publisher = z.custom<{
  readonly queue: ReadonlyMap<string, unknown>
  rpcPublish(request: { id: string }, options: unknown): Promise<unknown>
}>((value) => typeof value?.rpcPublish === 'function' && value.queue instanceof Map)
const Relayer = z.custom<{
  readonly provider: { on(name: string, listener: () => void): void }
  unregisterProviderListeners(): void
}>((value) => typeof value?.unregisterProviderListeners === 'function')
const Engine = z.custom<{ getTVFParams: (id: number) => { correlationId: number } }>(
  (value) => typeof value?.getTVFParams === 'function',
)
/** The SDK's checks of a wallet's messages, which it does not await. */
const CHECKS = ['isValidConnect', 'isValidUpdate', 'isValidExtend', 'isValidPing', 'isValidDisconnect', 'isValidEmit'] as const
const Checks = z.custom<Record<(typeof CHECKS)[number], (sent: unknown) => Promise<void>>>((value) =>
  CHECKS.every((name) => typeof Reflect.get(Object(value), name) === 'function'),
)

const nothing = () => {}

/** Mends a client of ours where the SDK harms the page, or tells others what they need not know. */
export function mend(client: Client): void {
  // It waits five seconds for another host's iframe on every request; to wallets its absence means "unknown".
  client.core.verify.register = async () => ''
  settleQueuedPublishes(client)
  settleChecks(client)
  tellRelayNothing(client)
  hearReplacedSockets(client)
  // Without a topic the SDK does not open its socket, nor reopen it after a drop.
  Object.defineProperty(client.core.relayer.subscriber, 'hasAnyTopics', { get: () => true })
}

/**
 * The SDK opens its socket before its session and proposal handlers listen, so that an answer kept by the relay for a returning page
 * would be received and lost: the socket now waits for the returned function. A socket closed while opening opens all the same and
 * would receive what is kept for the next client: it is closed again.
 */
export function waitToOpen({ relayer }: InstanceType<typeof Core>): () => void {
  let ready = () => {}
  let closed = false
  const started = new Promise<void>((resolve) => (ready = resolve))
  const open = relayer.transportOpen.bind(relayer)
  const close = relayer.transportClose.bind(relayer)
  relayer.transportOpen = async (url) => {
    closed = false
    // Nothing stored, so nothing to receive yet; once started, it opens for anything.
    if (!relayer.subscriber.hasAnyTopics) return
    await started
    if (!closed) return open(url)
  }
  relayer.transportClose = () => {
    closed = true
    return close()
  }
  relayer.on('relayer_connect', () => {
    if (!relayer.transportExplicitlyClosed) return
    // The SDK reopened it for queued messages; browsers log an error for each one sent to a closing socket. Acknowledgements are
    // dropped silently: the relay keeps what they are for, and nobody awaits them.
    relayer.provider.connection.send = (sent) =>
      'method' in sent ? Promise.reject(new WalletError('RELAY_UNREACHABLE')) : new Promise(nothing)
    void close().catch(nothing)
  })
  return () => ready()
}

/** A queued publish that fails again rejects a promise that nobody handles, which the host page would see as its own. */
function settleQueuedPublishes(client: Client) {
  const publisher = z.parse(Publisher, client.core.relayer.publisher)
  const publish = publisher.rpcPublish.bind(publisher)
  publisher.rpcPublish = (request, options) => {
    const sent = publish(request, options)
    return publisher.queue.has(request.id) ? sent.catch(() => undefined) : sent
  }
}

/**
 * The check of an invalid message of a wallet rejects unhandled too, as does that of one repeated by the relay, such as the end of a session
 * that has ended.
 */
function settleChecks(client: Client) {
  const engine = z.parse(Checks, client.engine)
  for (const name of CHECKS) {
    const check = engine[name]
    engine[name] = (sent) => {
      const checked = check(sent)
      checked.catch(nothing)
      return checked
    }
  }
}

/** A replaced socket may still close with an error, and an error event without a listener is thrown into the page. */
function hearReplacedSockets(client: Client) {
  const relayer = z.parse(Relayer, client.core.relayer)
  const unregister = relayer.unregisterProviderListeners.bind(relayer)
  relayer.unregisterProviderListeners = () => {
    unregister()
    relayer.provider.on('error', nothing)
  }
}

/** The SDK would tell the relay, unencrypted, which method is called on which chain and contract. */
function tellRelayNothing(client: Client) {
  z.parse(Engine, client.engine).getTVFParams = (correlationId) => ({ correlationId })
}

/** The SDK shares its core through the page's global object; ours is private. */
export function leaveNoGlobals(prefix: string): void {
  const page = globalThis as Record<string, unknown>
  delete page[`_walletConnectCore_${prefix}`]
  delete page[`_walletConnectCore_${prefix}_count`]
}
