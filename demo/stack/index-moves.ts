import { decodeAbiParameters } from 'viem'

export type Transaction = {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly value: string
  readonly input: string
  readonly nonce: string
}
export type Block = { hash: string; timestamp: string; transactions: Transaction[] }
type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: `0x${string}` }
export type Receipt = { status: string; logs: Log[] }
export type Trace = {
  readonly type: string
  readonly error?: string
  readonly transactionHash: string
  readonly action: { from: string; to?: string; value?: string; callType?: string }
  readonly result?: { address?: string } | null
}

/** A transfer from one account to another; addresses in lower case. */
export type Moved = {
  readonly kind: 'coin' | 'token' | 'nft'
  /** Contract of a token or a collectible. */
  readonly token: string
  /** Number of a collectible. */
  readonly id: bigint
  /** The token standard. */
  readonly standard: 'erc20' | 'erc721' | 'erc1155'
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const NOBODY = '0x0000000000000000000000000000000000000000'

/** Whether an address is an account: not the zero address of minting and burning. */
export const isParty = (address: string): boolean => address !== NOBODY && address !== ''

/** A transaction's transfers: coins from each call with a value, tokens and collectibles from their events. */
export function movesOf(transaction: Transaction, receipt: Receipt | undefined, traces: readonly Trace[]): readonly Moved[] {
  const { hash, from, to, value } = transaction
  // A failed transaction moved nothing, but its intended transfer shows what it was.
  if (receipt?.status !== '0x1') return to && BigInt(value) > 0n ? [coins(from, to, BigInt(value))] : []
  const calls = traces.filter((each) => each.transactionHash === hash && each.error === undefined)
  const carried = calls.flatMap(({ type, action, result }) => {
    const amount = BigInt(action.value ?? 0)
    const receiver = type === 'create' ? result?.address : action.callType === 'call' ? action.to : undefined
    return amount > 0n && receiver ? [coins(action.from, receiver, amount)] : []
  })
  return [...carried, ...receipt.logs.flatMap(movesIn)]
}

const coins = (from: string, to: string, amount: bigint): Moved => ({
  ...{ kind: 'coin', token: '', id: 0n, standard: 'erc20', amount },
  from: from.toLowerCase(),
  to: to.toLowerCase(),
})

/** The number of topics distinguishes tokens from collectibles: an ERC-721's id is indexed, an amount is not. */
function movesIn({ address, topics, data }: Log): Moved[] {
  const [topic, ...rest] = topics
  const token = address.toLowerCase()
  const party = (at: number) => `0x${rest[at]?.slice(-40)}`
  try {
    if (topic === TRANSFER && rest.length === 2 && data.length === 66)
      return [{ kind: 'token', standard: 'erc20', token, id: 0n, from: party(0), to: party(1), amount: BigInt(data) }]
    if (topic === TRANSFER && rest.length === 3)
      return [{ kind: 'nft', standard: 'erc721', token, id: BigInt(rest[2] ?? 0), from: party(0), to: party(1), amount: 1n }]
    if (topic !== TRANSFER_SINGLE && topic !== TRANSFER_BATCH) return []
    const many = topic === TRANSFER_BATCH
    const [ids, amounts] = many
      ? decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
      : decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data).map((each) => [each])
    const moved = { kind: 'nft', standard: 'erc1155', token, from: party(1), to: party(2) } as const
    return (ids ?? []).map((id, i) => ({ ...moved, id, amount: amounts?.[i] ?? 0n }))
  } catch {
    // An event of that name with other contents.
    return []
  }
}
