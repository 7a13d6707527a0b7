import type { ChainNamespace } from '../lib/caip'
import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'
import type { OutcomeOf, Transfers } from './transfers'
import type { Adapter, VerifySignature, WalletProvider } from './types'

type Tokens = readonly TokenBalance[]
type AskAssets<Answer> = (provider: WalletProvider, network: Network, address: string, signal?: AbortSignal) => Promise<Answer>

/** A namespace in the registry: `networks` always exists, `load` if the namespace has an adapter. */
export type NamespaceEntry = {
  readonly networks: () => Promise<{ readonly networks: readonly Network[] }>
  readonly load?: () => Promise<{ readonly adapter: Adapter }>
  /** Verification of signatures; without it there is no sign-in of our own in this namespace. */
  readonly verify?: () => Promise<{ readonly verifySignature: VerifySignature }>
  /** Sending, with the parts of the chain's own library that it needs. */
  readonly transfers?: () => Promise<{ readonly transfers: Transfers }>
  /** Swaps built by a service, parsed and simulated before they are offered. */
  readonly swap?: () => Promise<typeof import('./eip155-swap')>
  /** A token's symbol by its own contract, if no service has it. */
  readonly symbol?: () => Promise<typeof import('./eip155-symbol')>
  /** The current outcome of a transaction sent from here. */
  readonly outcome?: () => Promise<{ readonly outcomeOf: OutcomeOf }>
  /** The current outcome of a batch sent from here, by its wallet. */
  readonly batches?: () => Promise<typeof import('./eip155-batch')>
  /** An account's tokens as its wallet lists them, if the namespace's wallets can. */
  readonly assets?: () => Promise<{
    readonly discoversAssets: AskAssets<boolean>
    readonly getAssets: AskAssets<Tokens | undefined>
  }>
  /** A wallet's capabilities (EIP-5792), if the namespace's wallets report them. */
  readonly capabilities?: () => Promise<typeof import('./eip155-capabilities')>
  /** Names for addresses, if the namespace has a naming service. */
  readonly names?: () => Promise<typeof import('./eip155-names')>
}

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
