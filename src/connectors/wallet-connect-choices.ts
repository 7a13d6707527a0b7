import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import { safeParse, z } from '../lib/schema'
import type { Client } from './wallet-connect-client'

const Stored = z.record(z.string(), z.string())

type Chosen = {
  readonly topic: string
  readonly network: ReadonlyMap<ChainNamespace, CaipNetworkId>
  readonly address: ReadonlyMap<ChainNamespace, string>
}

/** Stores what the SDK's record of a session lacks: the current network and active address of each namespace. */
export function openChoices({ core }: Client, prefix: string) {
  const key = `wallet-modal:networks:${prefix}`
  const stored = async (): Promise<Readonly<Record<string, string>>> =>
    safeParse(Stored, await core.storage.getItem(key)).data ?? {}
  return {
    /** The session that they belong to: the last current one. */
    topic: async () => (await stored()).topic,
    /** The network by namespace, and the address by `namespace@`; empty for another session. */
    async read(topic: string): Promise<Readonly<Record<string, string>>> {
      const data = await stored()
      return data.topic === topic ? data : {}
    },
    keep({ topic, network, address }: Chosen): void {
      const addresses = [...address].map(([namespace, each]) => [`${namespace}@`, each])
      void core.storage.setItem(key, { topic, ...Object.fromEntries([...network, ...addresses]) })
    },
    forget: () => void core.storage.removeItem(key),
  }
}
