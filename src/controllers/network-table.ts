import { adapters } from '../adapters'
import { type CaipNetworkId, namespacesOf } from '../lib/caip'
import type { Network } from '../lib/network'
import { config } from '../state/config'

/** Every known network in the namespaces of these ids, the host's own included; ids that nobody knows are filled in by `unknown`. */
export async function networkTable(
  ids: readonly CaipNetworkId[],
  unknown: (id: CaipNetworkId) => Network,
): Promise<ReadonlyMap<CaipNetworkId, Network>> {
  const tables = await Promise.all(namespacesOf(ids).map(async (each) => (await adapters[each]?.networks())?.networks ?? []))
  const table = new Map(tables.flat().map((each) => [each.caipNetworkId, each]))
  for (const each of config.customNetworks) table.set(each.caipNetworkId, { ...each })
  for (const id of ids.filter((each) => !table.has(each))) {
    const network = unknown(id)
    // A host may name a network by its id and its endpoint alone: its coin has the decimals that are usual in its namespace.
    const like = tables.flat().find((each) => each.chainNamespace === network.chainNamespace)?.nativeCurrency
    table.set(id, { ...network, nativeCurrency: { ...network.nativeCurrency, ...(like && { decimals: like.decimals }) } })
  }
  return table
}
