import { type CaipNetworkId, chainIdOf, parseCaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { config } from '../state/config'
import { networks } from '../state/networks'
import { onChange } from './on-change'

/** Names of networks that the app does not use, for a wallet that is on one of them; without endpoints, since we never read those. */
let known: ReadonlyMap<CaipNetworkId, Network> = new Map()
let loading: { readonly named: string; readonly list: Promise<Network[]> } | undefined

/** What the host says of its networks, as text: the ids, and those that it describes itself. */
const named = () => JSON.stringify([config.networkIds, config.customNetworks])

/** The app's networks with their names and endpoints, in the host's order; the tables load on the first call. */
export async function loadNetworks(): Promise<readonly Network[]> {
  const now = named()
  if (loading?.named !== now) loading = { named: now, list: assemble(config.networkIds) }
  const mine = loading
  const list = await mine.list.catch((cause) => {
    // A table that did not come is asked for again.
    if (loading === mine) loading = undefined
    throw cause
  })
  // The host may have named others meanwhile.
  if (now !== named()) return loadNetworks()
  networks.list = list
  return list
}

/** The app's networks, those named in `first` at the front: a session that holds several networks starts on its first. */
export async function networksFrom(
  first: readonly { readonly networkId?: CaipNetworkId | undefined }[],
): Promise<readonly Network[]> {
  const list = await loadNetworks()
  const own = first.flatMap(({ networkId }) => list.find((each) => each.caipNetworkId === networkId) ?? [])
  return [...new Set([...own, ...list])]
}

/** Loads the networks anew when the host changes them, if they were loaded before. Returns its stop. */
export const followNetworks = (): (() => void) =>
  onChange([config], named, () => {
    if (networks.list.length > 0) void loadNetworks().catch(() => {})
  })

async function assemble(ids: readonly CaipNetworkId[]): Promise<Network[]> {
  // The registry of chains comes with the tables, not with the script tag.
  const { networkTable } = await import('./network-table')
  const table = await networkTable(ids, unknownNetwork)
  known = new Map([...table].map(([id, network]) => [id, { ...network, rpcUrls: [] }]))
  return ids.flatMap((id) => table.get(id) ?? [])
}

/** What is known of a network, also of one that the app does not use. */
export const networkOf = (id: CaipNetworkId): Network =>
  networks.list.find((each) => each.caipNetworkId === id) ?? known.get(id) ?? unknownNetwork(id)

/** Whether the app uses this network. */
export const isConfigured = (id: CaipNetworkId | undefined): boolean => id !== undefined && config.networkIds.includes(id)

const unknownNetwork = (caipNetworkId: CaipNetworkId): Network => ({
  caipNetworkId,
  chainNamespace: parseCaipNetworkId(caipNetworkId).namespace,
  id: chainIdOf(caipNetworkId),
  name: 'Unknown Network',
  // As nearly every EVM chain has; for other namespaces networkTable puts the right number.
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: [],
})
