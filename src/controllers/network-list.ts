import { type CaipNetworkId, chainIdOf, parseCaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { config } from '../state/config'
import { networks } from '../state/networks'

/** What is known of networks that the app does not use, for a wallet that is on one: how it is called, not where it is read. */
let known: ReadonlyMap<CaipNetworkId, Network> = new Map()
let loading: { readonly ids: readonly CaipNetworkId[]; readonly list: Promise<Network[]> } | undefined

/** The app's networks with their names and endpoints, in the host's order; the tables load on the first call. */
export async function loadNetworks(): Promise<readonly Network[]> {
  const ids = config.networkIds
  if (!loading || loading.ids.join() !== ids.join()) loading = { ids: [...ids], list: assemble(ids) }
  const list = await loading.list.catch((cause) => {
    // A table that did not come is asked for again.
    loading = undefined
    throw cause
  })
  if (networks.list.map(({ caipNetworkId }) => caipNetworkId).join() !== list.map(({ caipNetworkId }) => caipNetworkId).join())
    networks.list = list
  return list
}

async function assemble(ids: readonly CaipNetworkId[]): Promise<Network[]> {
  // The registry of chains comes with the tables, not with the script tag.
  const { networkTable } = await import('./network-table')
  const table = await networkTable(ids)
  known = new Map([...table].map(([id, network]) => [id, { ...network, rpcUrls: [] }]))
  return ids.map((id) => table.get(id) ?? unknownNetwork(id))
}

/** A network of the app, or of the wallet when it is on a chain that the app does not name. */
export const networkOf = (id: CaipNetworkId): Network =>
  networks.list.find((each) => each.caipNetworkId === id) ?? known.get(id) ?? unknownNetwork(id)

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
