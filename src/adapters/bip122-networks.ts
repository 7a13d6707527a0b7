import type { Network } from '../lib/network'

const bitcoin = (reference: string, name: string, testnet: boolean): Network => ({
  caipNetworkId: `bip122:${reference}`,
  chainNamespace: 'bip122',
  id: reference,
  name,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  // No public endpoint is a default: a chain of this namespace is read only where the host names one.
  rpcUrls: [],
  testnet,
})

/** Bitcoin's networks, by the start of their genesis hash (CAIP-4). */
export const networks: readonly Network[] = [
  bitcoin('000000000019d6689c085ae165831e93', 'Bitcoin', false),
  bitcoin('000000000933ea01ad0ee984209779ba', 'Bitcoin Testnet', true),
]
