import { adapters, universal } from '../adapters'
import type { Adapter } from '../adapters/types'
import type { ChainNamespace } from '../lib/caip'

/** How a namespace's chains are spoken to: its own adapter, else what can be done through any wallet without one. */
export async function adapterOf(namespace: ChainNamespace): Promise<Adapter> {
  const loaded = await adapters[namespace]?.load?.()
  return loaded?.adapter ?? (await universal()).universal(namespace)
}
