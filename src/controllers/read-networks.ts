import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { plainText } from '../lib/text'

/** More than any coin has; amounts are exact up to this. */
const MAX_DECIMALS = 36

type Given = { networks: CaipNetworkId[]; customNetworks: Network[] }

/** Reads a list of ids and network objects; undefined when one of them cannot be read. */
export function readNetworks(values: readonly unknown[]): Given | undefined {
  try {
    const read = values.map((each) => (isCaipNetworkId(each) ? each : readNetwork(each)))
    if (read.includes(undefined)) return undefined
    return {
      networks: read.flatMap((each) => (typeof each === 'string' ? each : (each?.caipNetworkId ?? []))),
      customNetworks: read.flatMap((each) => (typeof each === 'object' ? each : [])),
    }
  } catch {
    // The host's objects may have getters that throw, or values that cannot be made text.
    return undefined
  }
}

/** A network object of the host, as viem or AppKit shape it, turned into ours; undefined when it cannot be read. */
function readNetwork(value: unknown): Network | undefined {
  const source = value as Record<string, never>
  const chainNamespace: unknown = source.chainNamespace ?? 'eip155'
  const id: unknown = source.id
  const caipNetworkId: unknown = source.caipNetworkId ?? `${chainNamespace}:${id}`
  const currency = source.nativeCurrency as { name?: unknown; symbol?: unknown; decimals?: unknown } | undefined
  if (!isCaipNetworkId(caipNetworkId) || (typeof id !== 'number' && typeof id !== 'string') || typeof source.name !== 'string')
    return undefined
  // Of anything but a number `isInteger` is false.
  const decimals = currency?.decimals as number
  if (typeof currency?.symbol !== 'string' || !Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    return undefined
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
