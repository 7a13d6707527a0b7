import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { plainText } from '../lib/text'

/** More than any coin has, and as many as amounts are exact to. */
const MAX_DECIMALS = 36

/** Ids and network objects, mixed; undefined when one of them cannot be read. */
export function readNetworks(values: readonly unknown[]): { networks: CaipNetworkId[]; customNetworks: Network[] } | undefined {
  const read = values.map((each) => (isCaipNetworkId(each) ? each : tryToRead(each)))
  if (read.some((each) => each === undefined)) return undefined
  return {
    networks: read.flatMap((each) => (typeof each === 'string' ? each : (each?.caipNetworkId ?? []))),
    customNetworks: read.flatMap((each) => (typeof each === 'object' ? each : [])),
  }
}

// Members of what a host gives may be getters that throw, or have no text.
function tryToRead(value: unknown): Network | undefined {
  try {
    return readNetwork(value)
  } catch {
    return undefined
  }
}

/** A network object of the host, as viem or AppKit shape it, turned into ours; undefined when it cannot be read. */
function readNetwork(value: unknown): Network | undefined {
  const source = value as Record<string, never> | null
  if (!source || typeof source !== 'object') return undefined
  const chainNamespace: unknown = source.chainNamespace ?? 'eip155'
  const id: unknown = source.id
  const caipNetworkId: unknown = source.caipNetworkId ?? `${chainNamespace}:${id}`
  const currency = source.nativeCurrency as { name?: unknown; symbol?: unknown; decimals?: unknown } | undefined
  if (!isCaipNetworkId(caipNetworkId) || (typeof id !== 'number' && typeof id !== 'string') || typeof source.name !== 'string')
    return undefined
  const decimals = currency?.decimals
  if (typeof currency?.symbol !== 'string' || typeof decimals !== 'number' || !Number.isInteger(decimals)) return undefined
  if (decimals < 0 || decimals > MAX_DECIMALS) return undefined
  const urls: unknown = (source.rpcUrls as { default?: { http?: unknown } } | undefined)?.default?.http ?? source.rpcUrls
  const explorer: unknown =
    (source.blockExplorers as { default?: { url?: unknown } } | undefined)?.default?.url ?? source.explorerUrl
  return {
    caipNetworkId,
    chainNamespace: String(chainNamespace),
    id,
    name: plainText(source.name, 60),
    nativeCurrency: {
      name: plainText(currency.name ?? currency.symbol, 60),
      symbol: plainText(currency.symbol, 20),
      decimals,
    },
    rpcUrls: Array.isArray(urls) ? urls.filter((url) => typeof url === 'string' && /^https?:/.test(url)) : [],
    ...(typeof explorer === 'string' && /^https?:/.test(explorer) && { explorerUrl: explorer.replace(/\/$/, '') }),
    ...(source.testnet === true && { testnet: true }),
  }
}
