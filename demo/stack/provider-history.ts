import { formatUnits } from 'viem'
import type { Chain } from './chain'
import { createChainIndex, type Log, type Mined } from './chain-index'
import { localNetworks, prices } from './networks'
import { ProviderRefusal } from './provider-errors'
import { createNfts, type NftInfo } from './provider-nfts'

const PAGE = 50
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVE_SELECTOR = '0x095ea7b3'

type Direction = 'in' | 'out' | 'self'
type Transfer = {
  fungible_info: { name: string; symbol: string; icon: { url: string } } | null
  nft_info: NftInfo | null
  direction: Direction
  quantity: { numeric: string }
  value: number | null
  price: number | null
}
type Entry = { readonly chain: Chain; readonly mined: Mined; readonly transfers: readonly Transfer[] }

/** Reads of an account's transactions on the local chains, newest first, in pages of 50. */
export function createHistory(chains: readonly Chain[], iconOf: (symbol: string) => string) {
  const indexes = new Map(chains.map((chain) => [chain, createChainIndex(chain)]))
  const nfts = new Map(chains.map((chain) => [chain, createNfts(chain)]))

  return async (account: string, { chainId, cursor }: { chainId: string | undefined; cursor: string | undefined }) => {
    const owner = account.toLowerCase()
    const asked = chains.filter(({ networkId }) => !chainId || networkId === chainId)
    const all = await Promise.all(
      asked.map(async (chain) => {
        const mined = (await indexes.get(chain)?.()) ?? []
        return Promise.all(
          mined.map(async (one) => {
            const collectibles = await nftTransfersOf(one, owner, nfts.get(chain))
            return { chain, mined: one, transfers: [...transfersOf(chain, one, owner, iconOf), ...collectibles] }
          }),
        )
      }),
    )
    const own = all.flat().filter(({ mined, transfers }) => transfers.length || mined.transaction.from === owner)
    own.sort((a, b) => compare(placeOf(b), placeOf(a)))
    const before = cursor === undefined ? undefined : readCursor(cursor)
    const older = before ? own.filter((entry) => compare(placeOf(entry), before) < 0) : own
    const page = older.slice(0, PAGE)
    const last = page.at(-1)
    return {
      data: page.map((entry) => wire(entry, owner)),
      next: last && older.length > PAGE ? writeCursor(placeOf(last)) : null,
    }
  }
}

// A place in time that stays the same when newer transactions arrive, unlike a page number.
type Place = readonly number[]
const placeOf = ({ chain, mined }: Entry): Place => [mined.minedAt, chain.chainId, mined.block, mined.position]

function compare(a: Place, b: Place): number {
  const i = a.findIndex((value, at) => value !== b[at])
  return i < 0 ? 0 : (a[i] ?? 0) - (b[i] ?? 0)
}

const writeCursor = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

function readCursor(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(place) && place.length === 4 && place.every((part) => typeof part === 'number')) return place
  } catch {}
  throw new ProviderRefusal('cursor', 'The cursor is not valid')
}

function transfersOf(
  chain: Chain,
  { transaction, logs, succeeded }: Mined,
  owner: string,
  iconOf: (symbol: string) => string,
): Transfer[] {
  const transfer = (name: string, symbol: string, direction: Direction, amount: bigint, decimals: number): Transfer => {
    const price = prices[symbol] ?? 0
    const numeric = formatUnits(amount, decimals)
    const fungible_info = { name, symbol, icon: { url: iconOf(symbol) } }
    return { fungible_info, nft_info: null, direction, quantity: { numeric }, value: Number(numeric) * price, price }
  }
  const found: Transfer[] = []
  const coin = localNetworks.find(({ chainId }) => chainId === chain.chainId)
  const value = BigInt(transaction.value)
  const direction = directionOf(owner, transaction.from, transaction.to)
  if (value > 0n && direction) found.push(transfer(coin?.currency ?? 'Ether', coin?.symbol ?? 'ETH', direction, value, 18))
  for (const log of succeeded ? logs : []) {
    const token = chain.tokens.find(({ address }) => address.toLowerCase() === log.address)
    const direction = log.topics[0] === TRANSFER_TOPIC && directionOf(owner, party(log, 1), party(log, 2))
    if (token && direction) found.push(transfer(token.name, token.symbol, direction, BigInt(log.data), token.decimals))
  }
  return found
}

/** Collectibles are told from coins by the number of topics: the id of an ERC-721 is indexed, an amount is not. */
async function nftTransfersOf(
  { logs, succeeded }: Mined,
  owner: string,
  infoOf: ReturnType<typeof createNfts> | undefined,
): Promise<Transfer[]> {
  const own = (succeeded && infoOf ? logs : []).flatMap((log) => {
    const direction = directionOf(owner, party(log, 1), party(log, 2))
    return log.topics[0] === TRANSFER_TOPIC && log.topics.length === 4 && direction ? [{ log, direction }] : []
  })
  return Promise.all(
    own.map(async ({ log, direction }): Promise<Transfer> => {
      const nft_info = (await infoOf?.(log.address, BigInt(log.topics[3] ?? 0))) ?? null
      return { fungible_info: null, nft_info, direction, quantity: { numeric: '1' }, value: null, price: null }
    }),
  )
}

const party = (log: Log, topic: number) => `0x${log.topics[topic]?.slice(-40)}`

function directionOf(owner: string, from: string, to: string | null): Direction | undefined {
  if (from === owner) return to === owner ? 'self' : 'out'
  return to === owner ? 'in' : undefined
}

function wire({ chain, mined, transfers }: Entry, owner: string) {
  const { transaction, succeeded, minedAt } = mined
  return {
    id: transaction.hash.slice(2, 34),
    metadata: {
      operationType: isMint(mined, owner) ? 'mint' : operationOf(transaction.from === owner, mined, transfers),
      hash: transaction.hash,
      minedAt: new Date(minedAt * 1000).toISOString(),
      sentFrom: transaction.from,
      sentTo: transaction.to ?? '',
      status: succeeded ? 'confirmed' : 'failed',
      nonce: Number(transaction.nonce),
      application: null,
      chain: chain.networkId,
    },
    transfers,
  }
}

/** A collectible came out of nothing. */
const isMint = ({ logs }: Mined, owner: string) =>
  logs.some((log) => log.topics.length === 4 && /^0x0*$/.test(party(log, 1)) && party(log, 2) === owner)

function operationOf(own: boolean, { transaction }: Mined, transfers: readonly Transfer[]): string {
  const directions = new Set(transfers.map(({ direction }) => direction))
  if (directions.has('in') && directions.has('out')) return 'trade'
  if (!own) return directions.has('out') ? 'send' : 'receive'
  if (transaction.to === null) return 'deploy'
  if (transfers.length) return 'send'
  return transaction.input.startsWith(APPROVE_SELECTOR) ? 'approve' : 'execute'
}
