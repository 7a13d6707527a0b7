import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { z } from '../lib/schema'
import { Lamports } from './solana'
import { SolanaRpcError, solanaRpc } from './solana-rpc'
import type { RpcContext } from './types'

/** How a node is asked for accounts: their data in base64, as most nodes have it by now. */
export const ACCOUNT_DATA = { encoding: 'base64', commitment: 'confirmed' } as const

/** An answer of a node that comes with the slot it was read at, which is not used. */
export const Value = <Schema extends z.ZodMiniType>(value: Schema) => z.object({ value })

/** An account as a node reports it; null if it does not exist. */
export const Account = z.nullable(
  z.object({
    lamports: Lamports,
    owner: z.string(),
    executable: z.boolean(),
    data: z.tuple([z.string(), z.literal('base64')]),
  }),
)
export type Account = z.infer<typeof Account>
/** The answer of `getMultipleAccounts`. */
export const Accounts = Value(z.array(Account))

/** Asks a node and checks the shape of its answer. Throws RPC_UNAVAILABLE, ABORTED, SOLANA_SEND_FAILED. */
export type AskNode = <Schema extends z.ZodMiniType>(
  schema: Schema,
  method: string,
  ...params: unknown[]
) => Promise<z.output<Schema>>

/** Asks the nodes of one network. */
export function nodeOf(network: Network, context: RpcContext, signal: AbortSignal | undefined): AskNode {
  return async (schema, method, ...params) => {
    try {
      return z.parse(schema, await solanaRpc(network, context, { method, params }, { signal, exact: true }))
    } catch (cause) {
      if (cause instanceof WalletError) throw cause
      throw new WalletError(cause instanceof SolanaRpcError ? 'SOLANA_SEND_FAILED' : 'RPC_UNAVAILABLE', { cause })
    }
  }
}
