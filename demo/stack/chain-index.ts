import type { Chain } from './chain'
import { rpcBatch } from './rpc'

export type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }
export type Transaction = {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly value: string
  readonly input: string
  readonly nonce: string
}

/** A mined transaction with what its receipt adds; `minedAt` in seconds. */
export type Mined = {
  readonly transaction: Transaction
  readonly logs: readonly Log[]
  readonly succeeded: boolean
  readonly block: number
  readonly position: number
  readonly minedAt: number
}

type Block = { hash: string; timestamp: string; transactions: Transaction[] }
type Receipt = { status: string; logs: Log[] }

/** Reads a chain's transactions, oldest first; each call reads only the blocks that are new since the last one. */
export function createChainIndex(chain: Chain) {
  let mined: Mined[] = []
  let next = 0
  let lastHash = ''
  let reading: Promise<void> = Promise.resolve()

  async function read() {
    const [latest] = await rpcBatch(chain.url, [{ method: 'eth_blockNumber', params: [] }])
    // A test may turn the chain back (evm_revert): then what we know of it is no longer true.
    if (next > 0 && !(await stillThere())) {
      mined = []
      next = 0
    }
    const numbers = Array.from({ length: Math.max(0, Number(latest) - next + 1) }, (_, i) => next + i)
    const blocks = (await rpcBatch(
      chain.url,
      numbers.map((number) => blockCall(number, true)),
    )) as Block[]
    const busy = blocks.flatMap((block, i) => (block.transactions.length ? [{ ...block, number: next + i }] : []))
    const receipts = (await rpcBatch(
      chain.url,
      busy.map(({ number }) => ({ method: 'eth_getBlockReceipts', params: [hex(number)] })),
    )) as Receipt[][]
    busy.forEach((block, i) => {
      block.transactions.forEach((transaction, position) => {
        const receipt = receipts[i]?.[position]
        const succeeded = receipt?.status === '0x1'
        mined.push({
          transaction,
          logs: receipt?.logs ?? [],
          succeeded,
          block: block.number,
          position,
          minedAt: Number(block.timestamp),
        })
      })
    })
    next += blocks.length
    lastHash = blocks.at(-1)?.hash ?? lastHash
  }

  async function stillThere() {
    const [block] = (await rpcBatch(chain.url, [blockCall(next - 1, false)])) as (Block | null)[]
    return block?.hash === lastHash
  }

  return async (): Promise<readonly Mined[]> => {
    reading = reading.then(read, read)
    await reading
    return mined
  }
}

const hex = (number: number) => `0x${number.toString(16)}`
const blockCall = (number: number, whole: boolean) => ({ method: 'eth_getBlockByNumber', params: [hex(number), whole] })
