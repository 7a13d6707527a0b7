import type { ChainNamespace } from '../lib/caip'
import type { NamespaceEntry } from './types'

/** Networks and adapter by namespace; each loads on first use. */
export const adapters: Record<ChainNamespace, NamespaceEntry> = {
  eip155: {
    networks: () => import('./eip155-networks'),
    load: () => import('./eip155'),
    verify: () => import('./eip155-verify'),
    assets: () => import('./eip155-assets'),
    names: () => import('./eip155-names'),
    transfers: () => import('./eip155-transfers'),
    swap: () => import('./eip155-swap'),
    symbol: () => import('./eip155-symbol'),
    outcome: () => import('./eip155-outcome'),
    batches: () => import('./eip155-batch'),
    capabilities: () => import('./eip155-capabilities'),
  },
  solana: {
    networks: () => import('./solana-networks'),
    load: () => import('./solana'),
    verify: () => import('./solana-verify'),
    transfers: () => import('./solana-transfers'),
    outcome: () => import('./solana-outcome'),
  },
  bip122: {
    networks: () => import('./bip122-networks'),
    load: () => import('./bip122'),
    verify: () => import('./bip122-verify'),
  },
  polkadot: {
    networks: () => import('./polkadot-networks'),
    load: () => import('./polkadot'),
    verify: () => import('./polkadot-verify'),
  },
}

/** For all other namespaces. */
export const universal = () => import('./universal')
