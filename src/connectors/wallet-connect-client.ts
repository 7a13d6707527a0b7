import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { WalletError } from '../lib/errors'
import { safeParse, z } from '../lib/schema'
import { LEAVE_LIMIT_MS } from './limits'
import { waitFor } from './wait'
import type { WalletConnectConfig } from './wallet-connect-config'
import { silent } from './wallet-connect-logger'
import { leaveNoGlobals, mend, waitToOpen } from './wallet-connect-mends'
import { reconnectCalmly } from './wallet-connect-reconnect'
import { KeyValueStorage } from './wallet-connect-storage'

/** WalletConnect's sign client, ours or the host's. */
export type Client = InstanceType<typeof SignClient>
/** A session as the client keeps it. */
export type Session = ReturnType<Client['session']['get']>

type ClientOptions = NonNullable<Parameters<typeof SignClient.init>[0]>
type Logger = Exclude<NonNullable<ClientOptions['logger']>, string>

const HostClient = z.custom<Client>(
  (value) => typeof value?.connect === 'function' && typeof value?.session?.getAll === 'function',
)

/** A WalletConnect client of ours, or the host's own as it is. Opens no socket unless stored sessions need one. */
export async function openClient(config: WalletConnectConfig): Promise<Client> {
  const host = safeParse(HostClient, config.signClient)
  if (host.success) return host.data
  // Or the SDK would share the core of another attempt, ended or still starting.
  leaveNoGlobals(config.storagePrefix)
  const core = new Core({
    ...(config.projectId && { projectId: config.projectId }),
    ...(config.relayUrl && { relayUrl: config.relayUrl }),
    customStoragePrefix: config.storagePrefix,
    storage: new KeyValueStorage({ database: config.storagePrefix }),
    logger: z.parse(SilentLogger, silent),
    telemetryEnabled: false,
  })
  leaveNoGlobals(config.storagePrefix)
  reconnectCalmly(core)
  const open = waitToOpen(core)
  const client = await SignClient.init({
    core: z.parse(OwnCore, core),
    metadata: { ...config.metadata, icons: [...config.metadata.icons] },
    logger: z.parse(SilentLogger, silent),
  })
  open()
  mend(client)
  ours.add(client)
  return client
}

const nothing = () => {}
const ours = new WeakSet<Client>()
/** Pause between two rounds of the SDK's own tries, which come at growing intervals of up to five seconds. */
const RELAY_RETRY_MS = 1_000

/**
 * Resolves when the relay's socket is open, or at once for a host's client, which opens its own. Tries while `wanted`. To be
 * awaited before any message: the SDK queues those given to a closed socket, and each opens a socket of its own.
 */
export async function openRelay(client: Client, wanted: () => boolean): Promise<void> {
  const { relayer } = client.core
  while (ours.has(client) && !relayer.connected && wanted()) {
    await relayer.transportOpen().catch(() => new Promise((resolve) => setTimeout(resolve, RELAY_RETRY_MS)))
  }
}

/** Time limit of an attempt to reconnect when the visitor returns; the SDK's own tries go on after it. */
const RETURN_LIMIT_MS = 10_000

/**
 * When the visitor returns to the page, usually from a wallet's app, or the network returns, opens the socket at once instead of at
 * the SDK's next try. `wanted` says whether it is needed. Returns its stop.
 */
export function openOnReturn(client: Client, wanted: () => boolean): () => void {
  if (typeof document === 'undefined') return nothing
  const seen = () => {
    const until = Date.now() + RETURN_LIMIT_MS
    if (!document.hidden) void openRelay(client, () => wanted() && !document.hidden && Date.now() < until)
  }
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('online', seen)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('online', seen)
  }
}

const resting = new WeakMap<Client, Client['core']['relayer']['transportOpen']>()

/** Closes the socket until the client is woken; the SDK would reopen it whenever the network returns. A host's client is left alone. */
export async function restClient(client: Client): Promise<void> {
  if (!ours.has(client)) return
  const { heartbeat, relayer } = client.core
  heartbeat.stop()
  if (!resting.has(client)) resting.set(client, relayer.transportOpen)
  relayer.transportOpen = async () => {
    throw new WalletError('RELAY_UNREACHABLE')
  }
  await relayer.transportClose().catch(nothing)
}

/** Wakes a client that may be at rest. */
export function wakeClient(client: Client): void {
  const open = resting.get(client)
  if (!open) return
  resting.delete(client)
  const { heartbeat, relayer } = client.core
  relayer.transportOpen = open
  relayer.transportExplicitlyClosed = false
  void heartbeat.init()
  void open().catch(nothing)
}

/** The reason that a wallet is given for the end of a session or a pairing. */
export const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** Tells the wallet, and forgets the session whether or not that worked. Rejects with DISCONNECT_FAILED. */
export async function leaveSession(client: Client, topic: string): Promise<void> {
  const sent = client.disconnect({ topic, reason: USER_DISCONNECTED })
  try {
    await waitFor(sent, { limitMs: LEAVE_LIMIT_MS })
  } catch (cause) {
    sent.catch(() => {})
    client.core.expirer.has(topic) && client.core.expirer.del(topic)
    await client.session.delete(topic, USER_DISCONNECTED).catch(() => {})
    throw new WalletError('DISCONNECT_FAILED', { cause })
  }
}

const Stored = z.array(z.object({ topic: z.string() }))

/** Whether a session is stored that this client, which read them when it was opened, does not have. */
export async function knowsLess(client: Client): Promise<boolean> {
  if (!ours.has(client)) return false
  const { core, session } = client
  const key = (await core.storage.getKeys()).find((each) => each.endsWith('//session'))
  const { data = [] } = safeParse(Stored, key && (await core.storage.getItem(key)))
  return data.some(({ topic }) => !session.keys.includes(topic))
}

const OwnCore = z.custom<NonNullable<ClientOptions['core']>>((value) => value instanceof Core)
const SilentLogger = z.custom<Logger>((value) => value === silent)

type ClientEvents = {
  session_connect: { session: Session }
  session_update: { topic: string }
  session_event: { topic: string; params: { event: { name: string; data: unknown }; chainId: string } }
  session_delete: { topic: string; id?: number }
  session_expire: { topic: string }
  session_request_sent: { topic: string; id: number; request: { method: string } }
}

/** Listens to the client's events. Returns its stop. */
export function on<K extends keyof ClientEvents>(
  client: Client,
  name: K,
  listener: (event: ClientEvents[K]) => void,
): () => void {
  client.events.on(name, listener)
  return () => client.events.off(name, listener)
}

/** Listens to the relay's connection. Returns its stop. */
export function onRelay(client: Client, name: string, listener: (cause: unknown) => void): () => void {
  client.core.relayer.on(name, listener)
  return () => client.core.relayer.off(name, listener)
}
