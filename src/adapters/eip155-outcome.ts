import { numberToHex } from 'viem'
import { WalletError } from '../lib/errors'
import { callMark } from '../lib/pending-transaction'
import { z } from '../lib/schema'
import { eip155Client } from './eip155-client'
import type { OutcomeOf } from './transfers'

/** How far back a replacement is searched for. */
const SEARCHED_BLOCKS = 50_000

const Quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
/** An integer that JavaScript holds exactly: a block number or a nonce. */
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
 * that ours never will be mined. `unknown` where it cannot be told which of the two it is.
 */
export const outcomeOf: OutcomeOf = async (network, { hash, from, nonce, call }, context, signal) => {
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
  const isSender = (each: { from: string } | null) => each?.from.toLowerCase() === from.toLowerCase()
  /** Whether the nonce was used by the end of a block. */
  const isUsed = async (block: number | 'latest') => {
    const at = block === 'latest' ? block : numberToHex(block)
    return Number(await ask(Count, 'eth_getTransactionCount', from, at)) > Number(nonce)
  }

  const own = await statusOf(hash)
  if (own) return { status: own }
  if (nonce === undefined) {
    const known = await ask(Known, 'eth_getTransactionByHash', hash)
    // A batch may be submitted by another account, whose nonce tells nothing.
    return { status: 'pending', ...(isSender(known) && { nonce: Number(known?.nonce) }) }
  }
  if (!(await isUsed('latest'))) return { status: 'pending' }
  // Nodes behind one URL may be at different blocks: each answer is checked against the newest block of the node asked.
  const newest = Number(await ask(Count, 'eth_blockNumber'))
  if (!(await isUsed(newest))) return { status: 'pending' }
  // Mined between the two requests.
  const late = await statusOf(hash)
  if (late) return { status: late }

  const block = await firstBlock(isUsed, newest)
  const { transactions } = await ask(Block, 'eth_getBlockByNumber', numberToHex(block), true)
  const mined = transactions.find((each) => isSender(each) && Number(each.nonce) === nonce)
  if (!mined) return { status: 'unknown' }
  const isOurs = mined.hash.toLowerCase() === hash.toLowerCase()
  const other = !isOurs && { hash: mined.hash }
  // The call of a batch is not known: what took its place may do the same, unless it does nothing, as a wallet's "cancel".
  if (other && call === undefined && (mined.input !== '0x' || BigInt(mined.value) > 0n)) return { status: 'unknown' }
  // A wallet may append its own marker to the call data, which has no effect.
  const data = mined.input.slice(0, Number(call?.split(' ')[2]))
  if (other && call !== callMark({ to: mined.to ?? '', value: mined.value, data })) return { status: 'failed', ...other }
  // A receipt may come a little later than its block.
  return { status: (await statusOf(mined.hash)) ?? 'pending', ...other }
}

/**
 * The first block after which `holds` is true, as it is after `newest`: back from the newest in doubling steps, as many nodes keep only
 * the last 128 states, then by bisection. The oldest block that is searched, if it is true there already.
 */
async function firstBlock(holds: (block: number) => Promise<boolean>, newest: number): Promise<number> {
  const oldest = Math.max(0, newest - SEARCHED_BLOCKS)
  let low = oldest
  let high = newest
  for (let step = 1; high > oldest; step *= 2) {
    const block = Math.max(oldest, newest - step)
    if (!(await holds(block))) {
      low = block + 1
      break
    }
    high = block
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await holds(middle)) high = middle
    else low = middle + 1
  }
  return high
}
