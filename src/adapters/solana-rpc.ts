import type { Network } from '../lib/network'
import { type NodeKind, nodeRpc, type RpcCall, type RpcOptions } from './node-rpc'
import type { RpcContext } from './types'

export { NodeError as SolanaRpcError } from './node-rpc'

const solana: NodeKind = {
  reads: /^(get|is|minimum|simulate)[A-Z]/,
  identify: { method: 'getGenesisHash' },
  // CAIP-30: the first 32 characters of the genesis hash.
  networkId: (hash) => `solana:${String(hash).slice(0, 32)}`,
}

/** One call to a Solana node (https://solana.com/docs/rpc/http). Throws SolanaRpcError, RPC_UNAVAILABLE, ABORTED. */
export const solanaRpc = (network: Network, context: RpcContext, call: RpcCall, options?: RpcOptions): Promise<unknown> =>
  nodeRpc(solana, network, context, call, options)
