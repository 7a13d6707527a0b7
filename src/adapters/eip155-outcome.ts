import { numberToHex } from 'viem'
import { WalletError } from '../lib/errors'
import { callMark } from '../lib/pending-transaction'
import { z } from '../lib/schema'
import { eip155Client } from './eip155-client'
import type { OutcomeOf } from './types'

/** As far back as a replacement is looked for. */
const SEARCHED_BLOCKS = 50_000

const Quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
/** What JavaScript holds exactly: numbers of blocks, and of an account's transactions. */
const Count = z.string().check(z.regex(/^0x0*[0-9a-f]{1,13}$/i))
const Hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const Receipt = z.nullable(z.object({ status: Quantity }))
const Transaction = z.object({
  hash: Hash,
  from: z.string(),
  to: z.nullable(z.string()),
  nonce: Count,
  value: Quantity,
  input: z.string(),
})
const Known = z.nullable(Transaction)
const Block = z.object({ transactions: z.array(Transaction) })

/**
 * How a transaction stands: by its receipt, or by that of the one that took its place (the wallet's "speed up" or "cancel"),
 * which has the same sender and nonce. A replacement that does the same is our transaction under another hash; any other means
 * that ours never will be mined.
 */
export const outcomeOf: OutcomeOf = async (network, { hash, from, nonce, mark }, context, signal) => {
  const client = eip155Client(network, context)
  const ask = async <Schema extends z.ZodMiniType>(schema: Schema, method: string, ...params: unknown[]) => {
    try {
      const request = { method, params } as Parameters<typeof client.request>[0]
      return z.parse(schema, await client.request(request, signal && { signal }))
    } catch (cause) {
      throw new WalletError(signal?.aborted ? 'ABORTED' : 'RPC_UNAVAILABLE', { cause })
    }
  }
  const statusOf = async (each: string) => {
    const receipt = await ask(Receipt, 'eth_getTransactionReceipt', each)
    return receipt && (Number(receipt.status) === 1 ? 'confirmed' : 'failed')
  }
  const countAt = async (block: string) => Number(await ask(Count, 'eth_getTransactionCount', from, block))

  const own = await statusOf(hash)
  if (own) return { status: own }
  if (nonce === undefined) {
    const known = await ask(Known, 'eth_getTransactionByHash', hash)
    return known ? { status: 'pending', nonce: Number(known.nonce) } : { status: 'pending' }
  }
  if ((await countAt('latest')) <= nonce) return { status: 'pending' }
  // Mined between the two questions.
  const late = await statusOf(hash)
  if (late) return { status: late }

  // The first block after which the account had used this nonce, by halves: sixteen questions at most.
  let high = Number(await ask(Count, 'eth_blockNumber'))
  let low = Math.max(0, high - SEARCHED_BLOCKS)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await countAt(numberToHex(middle))) > nonce) high = middle
    else low = middle + 1
  }
  const { transactions } = await ask(Block, 'eth_getBlockByNumber', numberToHex(high), true)
  const other = transactions.find((each) => each.from.toLowerCase() === from.toLowerCase() && Number(each.nonce) === nonce)
  if (!other) return { status: 'unknown' }
  const isSame = mark !== undefined && mark === callMark({ to: other.to ?? '', value: other.value, data: other.input })
  return { status: isSame ? ((await statusOf(other.hash)) ?? 'unknown') : 'failed', hash: other.hash }
}
