import { isCaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { config, defaults, features, type Settings } from '../state/config'

/** Wallets that the login preset never offers (specification §1). */
const COINBASE = [
  'com.coinbase.wallet',
  'coinbaseWallet',
  'coinbaseWalletSDK',
  'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
]

/** What the login layer switches off and on, whatever the attributes say. */
const presets: Record<NonNullable<Settings['preset']>, (given: Partial<Settings>) => Partial<Settings>> = {
  login: (given) => ({
    signInMode: 'required',
    email: false,
    socials: [],
    features: (given.features ?? features).filter((each) => each !== 'onramp' && each !== 'swap'),
    analyticsUrl: undefined,
    excludeWallets: [...(given.excludeWallets ?? []), ...COINBASE],
  }),
}

/** Replaces the page's configuration: defaults, then what was given, then what the preset insists on. */
export function configure(given: Partial<Settings>): void {
  const preset = given.preset ? presets[given.preset](given) : {}
  Object.assign(config, defaults(), given, preset)
  const own = config.customNetworks.map(({ caipNetworkId }) => caipNetworkId)
  if (own.length) config.networks = [...new Set([...(given.networks ?? []), ...own])]
}

/** A network object of the host, as viem or AppKit shape it, turned into ours; undefined when it cannot be read. */
export function readNetwork(value: unknown): Network | undefined {
  const source = value as Record<string, never> | null
  if (!source || typeof source !== 'object') return undefined
  const chainNamespace: unknown = source.chainNamespace ?? 'eip155'
  const id: unknown = source.id
  const caipNetworkId: unknown = source.caipNetworkId ?? `${chainNamespace}:${id}`
  const currency = source.nativeCurrency as { name?: unknown; symbol?: unknown; decimals?: unknown } | undefined
  if (!isCaipNetworkId(caipNetworkId) || (typeof id !== 'number' && typeof id !== 'string') || typeof source.name !== 'string')
    return undefined
  if (typeof currency?.symbol !== 'string' || typeof currency.decimals !== 'number') return undefined
  const urls: unknown = (source.rpcUrls as { default?: { http?: unknown } } | undefined)?.default?.http ?? source.rpcUrls
  const explorer: unknown =
    (source.blockExplorers as { default?: { url?: unknown } } | undefined)?.default?.url ?? source.explorerUrl
  return {
    caipNetworkId,
    chainNamespace: String(chainNamespace),
    id,
    name: source.name,
    nativeCurrency: { name: String(currency.name ?? currency.symbol), symbol: currency.symbol, decimals: currency.decimals },
    rpcUrls: Array.isArray(urls) ? urls.filter((url) => typeof url === 'string' && /^https?:/.test(url)) : [],
    ...(typeof explorer === 'string' && /^https?:/.test(explorer) && { explorerUrl: explorer.replace(/\/$/, '') }),
    ...(source.testnet === true && { testnet: true }),
  }
}
