import type { Chain } from './chain'
import type { Db } from './database'
import { type Contracts, createContracts } from './index-contracts'
import { type Block, isParty, type Moved, movesOf, type Receipt, type Trace, type Transaction } from './index-moves'
import { localNetworks } from './networks'
import type { PriceOf } from './prices'
import { rpcBatch } from './rpc'
import { type Direction, entryOf, type Transfer, transferOf } from './wire-history'

const APPROVE_SELECTORS = ['0x095ea7b3', '0xa22cb465']
/** Blocks read at once; a chain may have thousands at the first request. */
const STEP = 500

type Mined = {
  readonly transaction: Transaction
  readonly moves: readonly Moved[]
  readonly succeeded: boolean
  readonly block: number
  readonly position: number
  readonly minedAt: number
}

/** Reads a chain's blocks into the store; each call reads all new ones since the last call. */
export function followEvm(chain: Chain, db: Db, { priceOf, iconOf }: { priceOf: PriceOf; iconOf: (symbol: string) => string }) {
  const network = chain.networkId
  const contracts = createContracts(chain, db)
  const coin = localNetworks.find(({ chainId }) => chainId === chain.chainId)
  const native = { name: coin?.currency ?? 'Ether', symbol: coin?.symbol ?? 'ETH', decimals: 18 }
  const put = db.prepare('insert or replace into entries values (?, ?, ?, ?, ?, ?)')
  const hold = db.prepare('insert or ignore into held values (?, ?, ?, ?)')
  const reach = db.prepare('insert or replace into reached values (?, ?, ?)')
  let reading: Promise<void> = Promise.resolve()

  const reached = () =>
    db.prepare('select block, hash from reached where network = ?').get(network) as { block: number; hash: string } | undefined

  async function read() {
    // A test may revert (evm_revert) or restart the chain: the index is then outdated.
    const last = reached()
    if (last && !(await stillThere(last)))
      for (const table of ['entries', 'held', 'reached']) db.prepare(`delete from ${table} where network = ?`).run(network)
    const [latest] = await rpcBatch(chain.url, [{ method: 'eth_blockNumber', params: [] }])
    for (let first = (reached()?.block ?? -1) + 1; first <= Number(latest); first += STEP)
      await readBlocks(first, Math.min(first + STEP - 1, Number(latest)))
  }

  async function readBlocks(first: number, end: number) {
    const numbers = Array.from({ length: end - first + 1 }, (_, i) => first + i)
    const blocks = (await rpcBatch(
      chain.url,
      numbers.map((number) => blockCall(number, true)),
    )) as Block[]
    const busy = blocks.flatMap((block, i) => (block.transactions.length ? [{ ...block, number: first + i }] : []))
    const ask = (method: string) =>
      rpcBatch(
        chain.url,
        busy.map(({ number }) => ({ method, params: [hex(number)] })),
      )
    const [receipts, traces] = (await Promise.all([ask('eth_getBlockReceipts'), ask('trace_block')])) as [Receipt[][], Trace[][]]
    const mined = busy.flatMap((block, i) =>
      block.transactions.map((transaction, position): Mined => {
        const receipt = receipts[i]?.[position]
        const moves = movesOf(transaction, receipt, traces[i] ?? [])
        const succeeded = receipt?.status === '0x1'
        return { transaction, moves, succeeded, block: block.number, position, minedAt: Number(block.timestamp) }
      }),
    )
    await contracts.learn(mined.flatMap(({ moves }) => moves))
    db.transaction(() => {
      for (const one of mined) keep(one)
      reach.run(network, end, blocks.at(-1)?.hash ?? '')
    })()
  }

  function keep(one: Mined) {
    const { transaction, moves, block, position, minedAt } = one
    const parties = new Set([transaction.from, ...moves.flatMap(({ from, to }) => [from, to])].filter(isParty))
    for (const owner of parties) {
      put.run(owner, network, minedAt, block, position, JSON.stringify(wire(one, owner)))
      for (const { token, kind } of moves) if (kind === 'token') hold.run(owner, network, token, block)
    }
  }

  function wire({ transaction, moves, succeeded, minedAt, position }: Mined, owner: string) {
    const own = moves.flatMap((move) => {
      const direction = directionOf(owner, move.from, move.to)
      const transfer = direction && toTransfer(move, direction, contracts, minedAt)
      return transfer ? [{ move, transfer }] : []
    })
    const transfers = own.map(({ transfer }) => transfer)
    const minted = own.length > 0 && own.every(({ move }) => !isParty(move.from))
    return entryOf({
      id: `${transaction.hash.slice(2, 34)}${position}`,
      operation: minted ? 'mint' : operationOf(transaction.from === owner, transaction, transfers),
      hash: transaction.hash,
      minedAt,
      from: transaction.from,
      to: transaction.to ?? '',
      succeeded,
      nonce: Number(transaction.nonce),
      network,
      transfers,
    })
  }

  function toTransfer(move: Moved, direction: Direction, known: Contracts, at: number): Transfer | undefined {
    if (move.kind === 'nft') {
      const numeric = String(move.amount)
      const nft_info = known.collectible(move)
      return { fungible_info: null, nft_info, direction, quantity: { numeric }, value: null, price: null }
    }
    const token = move.kind === 'coin' ? native : known.token(move.token)
    return token && transferOf(token, direction, move.amount, iconOf(token.symbol), priceOf(token.symbol, at))
  }

  async function stillThere({ block, hash }: { block: number; hash: string }) {
    const [found] = (await rpcBatch(chain.url, [blockCall(block, false)])) as (Block | null)[]
    return found?.hash === hash
  }

  return async (): Promise<Contracts> => {
    reading = reading.then(read, read)
    await reading
    return contracts
  }
}

const hex = (number: number) => `0x${number.toString(16)}`
const blockCall = (number: number, whole: boolean) => ({ method: 'eth_getBlockByNumber', params: [hex(number), whole] })

function directionOf(owner: string, from: string, to: string): Direction | undefined {
  if (from === owner) return to === owner ? 'self' : 'out'
  return to === owner ? 'in' : undefined
}

function operationOf(own: boolean, { to, input }: Transaction, transfers: readonly Transfer[]): string {
  const directions = new Set(transfers.map(({ direction }) => direction))
  if (directions.has('in') && directions.has('out')) return 'trade'
  if (!own) return directions.has('out') ? 'send' : 'receive'
  if (to === null) return 'deploy'
  if (transfers.length) return directions.has('in') ? 'receive' : 'send'
  return APPROVE_SELECTORS.includes(input.slice(0, 10)) ? 'approve' : 'execute'
}
