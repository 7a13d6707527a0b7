import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'

/** A wallet's sign client: stores nothing beyond this page or process, and contacts only the relay. */
export async function openSignClient({ relayUrl, projectId, name }: { relayUrl: string; projectId: string; name: string }) {
  const core = await Core.init({
    projectId,
    relayUrl,
    customStoragePrefix: crypto.randomUUID(),
    logger: 'silent',
    telemetryEnabled: false,
    storage: memory(),
  })
  Object.assign(core.verify, { register: async () => '', resolve: async () => undefined })
  Object.assign(core.eventClient ?? {}, { init: async () => {} })
  const metadata = { name, description: '', url: 'http://localhost', icons: [] }
  const client = await SignClient.init({ core, metadata, logger: 'silent' } as Parameters<typeof SignClient.init>[0])
  const close = async () => {
    await core.relayer.transportClose()
    core.heartbeat.stop()
  }
  return { client, close }
}

type CoreOptions = NonNullable<Parameters<typeof Core.init>[0]>

/** The client's storage, in memory. */
function memory(): NonNullable<CoreOptions['storage']> {
  const values = new Map<string, unknown>()
  const store = {
    getKeys: async () => [...values.keys()],
    getEntries: async () => [...values],
    getItem: async (key: string) => values.get(key),
    setItem: async (key: string, value: unknown) => void values.set(key, value),
    removeItem: async (key: string) => void values.delete(key),
  }
  return store as NonNullable<CoreOptions['storage']>
}
