import type { CaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'

/** Chains whose RPC goes through the provider (specification §9, "about 37"). The lower-case Solana id is the reference's and matches no chain. */
export const providerChains: readonly string[] = [
  'near:mainnet',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'solana:4sgjmw1sunhzsxgspuhpqldx6wiyjntz',
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:000000000933ea01ad0ee984209779ba',
  ...[
    1, 10, 56, 97, 100, 137, 300, 324, 1101, 1301, 1329, 5000, 5003, 8217, 8453, 11155111, 11155420, 17000, 42161, 421614, 42220,
    43113, 43114, 59144, 7777777, 80002, 80084, 84532, 999999999, 1313161554, 1313161555,
  ].map((id) => `eip155:${id}`),
]

/** The settings that decide where a chain is read. */
type RpcSettings = {
  /** The host's own endpoints by chain; a chain named here is never read elsewhere. */
  readonly rpcUrl: Readonly<Record<CaipNetworkId, string | readonly string[]>>
  /** The provider to use: the host's own, or the public one if there is a project id; undefined: none. */
  readonly providerUrl: string | undefined
  readonly projectId: string | undefined
  /** Chains that the provider itself lists as served, in addition to the fixed list. */
  readonly supported?: readonly string[] | undefined
}

/** A network's endpoints in the order to try them: the host's alone, else the provider's and then the chain's own. */
export function rpcUrls(network: Network, settings: RpcSettings): string[] {
  const id = network.caipNetworkId
  const own = settings.rpcUrl[id]
  if (own?.length) return [own].flat()
  const { providerUrl, supported } = settings
  // The provider's Bitcoin API is not the one of our adapter, and both of these are read from the host's endpoints only.
  const isOwnOnly = /^(bip122|polkadot):/.test(id)
  const served = providerUrl && !isOwnOnly && (providerChains.includes(id) || supported?.includes(id))
  return [...(served ? [providerRpcUrl(providerUrl, id, settings.projectId)] : []), ...network.rpcUrls]
}

/** The provider's endpoint for a chain: `{host}/v1/?chainId={CAIP-2}&projectId={id}` (specification §7). */
export function providerRpcUrl(providerUrl: string, id: CaipNetworkId, projectId?: string): string {
  const query = new URLSearchParams({ chainId: id, ...(projectId && { projectId }) })
  return `${providerUrl.replace(/\/+$/, '')}/v1/?${query}`
}

/** Whether an endpoint has the provider's shape; it reads `text/plain`, which spares the browser a preflight (facts/provider-api §3). */
export function isProviderRpc(url: string): boolean {
  try {
    const { pathname, searchParams } = new URL(url)
    return pathname.endsWith('/v1/') && (searchParams.get('chainId') ?? '').includes(':')
  } catch {
    return false
  }
}
