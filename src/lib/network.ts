import type { CaipNetworkId, ChainNamespace } from './caip'

/** One chain of the app, whatever its namespace. */
export type Network = {
  readonly caipNetworkId: CaipNetworkId
  readonly chainNamespace: ChainNamespace
  /** Number for `eip155`, else the CAIP-2 reference. */
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** The chain's own public endpoints; a configured `rpc-url` or the provider's RPC goes before them. */
  readonly rpcUrls: readonly string[]
  /** Origin of the block explorer, without a trailing slash. */
  readonly explorerUrl?: string
  /** Multicall3, where it is deployed. */
  readonly multicall?: `0x${string}`
  readonly testnet?: boolean
}
