import { SignClient } from '@walletconnect/sign-client'
import * as z from 'zod/mini'
import type { WalletConnectConfig } from './wallet-connect'
import { KeyValueStorage } from './wallet-connect-storage'

export type Client = InstanceType<typeof SignClient>
export type Session = ReturnType<Client['session']['get']>

type ClientOptions = NonNullable<Parameters<typeof SignClient.init>[0]>
type Logger = Exclude<NonNullable<ClientOptions['logger']>, string>

/** The parts of the relay's publisher that 2.21.8 does not type. */
type Publisher = {
  readonly queue: ReadonlyMap<string, unknown>
  rpcPublish(request: { id: string }, options: unknown): Promise<unknown>
}

const HostClient = z.custom<Client>(
  (value) => typeof value?.connect === 'function' && typeof value?.session?.getAll === 'function',
)

/** A WalletConnect client of ours, or the host's own as it is. Opens no socket unless stored sessions need one. */
export async function openClient(config: WalletConnectConfig): Promise<Client> {
  const host = z.safeParse(HostClient, config.signClient)
  if (host.success) return host.data
  const client = await SignClient.init({
    ...(config.projectId && { projectId: config.projectId }),
    ...(config.relayUrl && { relayUrl: config.relayUrl }),
    metadata: { ...config.metadata, icons: [...config.metadata.icons] },
    customStoragePrefix: config.storagePrefix,
    storage: new KeyValueStorage({ database: config.storagePrefix }),
    logger: silent as unknown as Logger,
    telemetryEnabled: false,
  })
  // It waits five seconds for an iframe of another host on every request, and wallets treat its absence as "unknown".
  client.core.verify.register = async () => ''
  settleQueuedPublishes(client)
  leaveNoGlobals(config.storagePrefix)
  return client
}

/** A queued publish that fails again rejects into nowhere, which the host page would see as its own unhandled rejection. */
function settleQueuedPublishes(client: Client) {
  const publisher = client.core.relayer.publisher as unknown as Publisher
  const publish = publisher.rpcPublish.bind(publisher)
  publisher.rpcPublish = (request, options) => {
    const sent = publish(request, options)
    return publisher.queue.has(request.id) ? sent.catch(() => undefined) : sent
  }
}

/** The SDK shares its core through the page's global object; ours is ours alone. */
function leaveNoGlobals(prefix: string) {
  const page = globalThis as Record<string, unknown>
  delete page[`_walletConnectCore_${prefix}`]
  delete page[`_walletConnectCore_${prefix}_count`]
}

const nothing = () => {}
/** The SDK logs whole messages, pairing keys among them; this logger keeps none (SECURITY promise 6). */
const silent: Record<string, unknown> = {
  level: 'silent',
  child: () => ({ ...silent }),
  ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((level) => [level, nothing])),
}
