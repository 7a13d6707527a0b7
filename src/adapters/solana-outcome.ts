import { WalletError } from '../lib/errors'
import { z } from '../lib/schema'
import { solanaRpc } from './solana-rpc'
import type { OutcomeOf } from './transfers'

/** Nodes behind one URL may be at different blocks: allows for one that is this many behind. */
const BEHIND_BLOCKS = 32

const Height = z.int().check(z.nonnegative())
const Statuses = z.object({
  value: z.tuple([z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.optional(z.nullable(z.string())) }))]),
})

/** The status of a transaction; `unknown` if no node has seen it after its last valid block. */
export const outcomeOf: OutcomeOf = async (network, { hash, lastValidBlockHeight }, context, signal) => {
  const ask = (method: string, ...params: unknown[]) => solanaRpc(network, context, { method, params }, { signal })
  try {
    // The height first, so that a transaction that lands between the two requests is still found.
    const height = z.parse(Height, await ask('getBlockHeight', { commitment: 'confirmed' }))
    const found = z.parse(Statuses, await ask('getSignatureStatuses', [hash], { searchTransactionHistory: true }))
    const [status] = found.value
    if (status?.err) return { status: 'failed' }
    if (status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized') return { status: 'confirmed' }
    const isOver = lastValidBlockHeight !== undefined && height > lastValidBlockHeight + BEHIND_BLOCKS
    return { status: !status && isOver ? 'unknown' : 'pending' }
  } catch (cause) {
    throw new WalletError(signal?.aborted ? 'ABORTED' : 'RPC_UNAVAILABLE', { cause })
  }
}
