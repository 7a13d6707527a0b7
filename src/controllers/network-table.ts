import { adapters } from '../adapters'
import { type CaipNetworkId, namespacesOf } from '../lib/caip'
import type { Network } from '../lib/network'
import { config } from '../state/config'

/** Every network that is known in the namespaces of these ids, the host's own among them. */
export async function networkTable(ids: readonly CaipNetworkId[]): Promise<ReadonlyMap<CaipNetworkId, Network>> {
  const tables = await Promise.all(namespacesOf(ids).map(async (each) => (await adapters[each]?.networks())?.networks ?? []))
  const table = new Map(tables.flat().map((each) => [each.caipNetworkId, each]))
  for (const each of config.customNetworks) table.set(each.caipNetworkId, { ...each })
  return table
}
