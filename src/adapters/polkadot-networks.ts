import type { Network } from '../lib/network'

const relay = (reference: string, name: string, symbol: string, decimals: number): Network => ({
  caipNetworkId: `polkadot:${reference}`,
  chainNamespace: 'polkadot',
  id: reference,
  name,
  nativeCurrency: { name, symbol, decimals },
  // No public endpoint is a default: a chain of this namespace is read only where the host names one.
  rpcUrls: [],
  testnet: false,
})

/** Polkadot's relay chains, by the start of their genesis hash (CAIP-13). */
export const networks: readonly Network[] = [
  relay('91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', 'DOT', 10),
  relay('b0a8d493285c2df73290dfb7e61f870f', 'Kusama', 'KSM', 12),
]
