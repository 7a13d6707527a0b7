import type { Network } from '../lib/network'

const solana = (reference: string, name: string, rpcUrl: string, testnet: boolean): Network => ({
  caipNetworkId: `solana:${reference}`,
  chainNamespace: 'solana',
  id: reference,
  name,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: [rpcUrl],
  explorerUrl: 'https://solscan.io',
  testnet,
})

/** The three Solana clusters, by the start of their genesis hash (CAIP-30). */
export const networks: readonly Network[] = [
  solana('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'https://api.mainnet-beta.solana.com', false),
  solana('EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet', 'https://api.devnet.solana.com', true),
  solana('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet', 'https://api.testnet.solana.com', true),
]
