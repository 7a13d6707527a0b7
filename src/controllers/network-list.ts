import { adapters } from '../adapters'
import { type CaipNetworkId, type ChainNamespace, chainIdOf, parseCaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { config } from '../state/config'
import { networks } from '../state/networks'

let loading: { readonly ids: readonly CaipNetworkId[]; readonly list: Promise<Network[]> } | undefined

/** The app's networks with their names and endpoints, in the host's order; the tables load on the first call. */
export async function loadNetworks(): Promise<readonly Network[]> {
  const ids = config.networkIds
  if (!loading || loading.ids.join() !== ids.join()) loading = { ids: [...ids], list: assemble(ids) }
  const list = await loading.list
  if (networks.list.map(({ caipNetworkId }) => caipNetworkId).join() !== list.map(({ caipNetworkId }) => caipNetworkId).join())
    networks.list = list
  return list
}

async function assemble(ids: readonly CaipNetworkId[]): Promise<Network[]> {
  const wanted = new Set<ChainNamespace>(ids.map((id) => parseCaipNetworkId(id).namespace))
  const tables = await Promise.all([...wanted].map(async (each) => (await adapters[each]?.networks())?.networks ?? []))
  const known = new Map(tables.flat().map((each) => [each.caipNetworkId, each]))
  for (const each of config.customNetworks) known.set(each.caipNetworkId, { ...each })
  return ids.map((id) => known.get(id) ?? unknownNetwork(id))
}

/** A network of the app, or of the wallet when it is on a chain that the app does not name. */
export const networkOf = (id: CaipNetworkId): Network =>
  networks.list.find((each) => each.caipNetworkId === id) ?? unknownNetwork(id)

/** Whether the app uses this network. */
export const isConfigured = (id: CaipNetworkId | undefined): boolean => id !== undefined && config.networkIds.includes(id)

const unknownNetwork = (caipNetworkId: CaipNetworkId): Network => ({
  caipNetworkId,
  chainNamespace: parseCaipNetworkId(caipNetworkId).namespace,
  id: chainIdOf(caipNetworkId),
  name: 'Unknown Network',
  nativeCurrency: { name: '', symbol: '', decimals: 0 },
  rpcUrls: [],
})
