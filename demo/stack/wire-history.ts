import { formatUnits } from 'viem'

export type Direction = 'in' | 'out' | 'self'

/** What the provider's API tells of a collectible. */
export type NftInfo = {
  name: string
  content: { preview: { url: string; content_type: string } | null; detail: null }
  flags: { is_spam: boolean }
}

export type Transfer = {
  fungible_info: { name: string; symbol: string; icon: { url: string } } | null
  nft_info: NftInfo | null
  direction: Direction
  quantity: { numeric: string }
  value: number | null
  price: number | null
}

type Entry = {
  id: string
  operation: string
  hash: string
  /** Seconds. */
  minedAt: number
  from: string
  to: string
  succeeded: boolean
  nonce: number
  network: string
  transfers: readonly Transfer[]
}

/** A transfer of a coin or a token as the API words it; a token without a price has none. */
export function transferOf(
  { name, symbol, decimals }: { name: string; symbol: string; decimals: number },
  direction: Direction,
  amount: bigint,
  icon: string,
  price: number,
): Transfer {
  const numeric = formatUnits(amount, decimals)
  const worth = price > 0 ? { value: Number(numeric) * price, price } : { value: null, price: null }
  return { fungible_info: { name, symbol, icon: { url: icon } }, nft_info: null, direction, quantity: { numeric }, ...worth }
}

/** One line of a history as the API words it. */
export const entryOf = ({ id, operation, hash, minedAt, from, to, succeeded, nonce, network, transfers }: Entry) => ({
  id,
  metadata: {
    operationType: operation,
    hash,
    minedAt: new Date(minedAt * 1000).toISOString(),
    sentFrom: from,
    sentTo: to,
    status: succeeded ? 'confirmed' : 'failed',
    nonce,
    application: null,
    chain: network,
  },
  transfers,
})

export type Line = ReturnType<typeof entryOf>
