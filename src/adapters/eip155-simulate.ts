import { type Hex, numberToHex } from 'viem'
import type { AssetChange } from '../lib/asset-change'
import { COIN } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import { safeParse, z } from '../lib/schema'
import type { eip155Client } from './eip155-client'

/** `Transfer(address,address,uint256)` of ERC-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const MAX_LOGS = 1_000

const Log = z.object({ address: z.string().check(z.regex(EVM_ADDRESS)), topics: z.array(z.string()), data: z.string() })
const Answer = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: z.string(),
        returnData: z.string(),
        logs: z.optional(z.nullable(z.array(Log).check(z.maxLength(MAX_LOGS)))),
        // The chain's reason for the failure.
        error: z.optional(z.unknown()),
      }),
    ),
  }),
)

/** One call of a transaction. */
export type Call = { readonly from: Hex; readonly to: Hex; readonly value: bigint; readonly data: Hex }

/** The result of simulated calls. */
type Trial = {
  /** Changes of the sender's assets. */
  readonly changes: readonly AssetChange[]
  /** How much of a token somebody received, in base units: some tokens keep a part. Undefined if the token logged no transfer. */
  readonly arrived: (token: string, to: string) => bigint | undefined
}

/**
 * Simulates calls made one after the other; undefined if no endpoint can. Throws TRANSACTION_WOULD_FAIL if one of them fails, or
 * a token returns `false` and nothing has moved. Throws ABORTED.
 */
export async function simulate(
  client: ReturnType<typeof eip155Client>,
  calls: readonly Call[],
  signal?: AbortSignal,
): Promise<Trial | undefined> {
  const asked = calls.map(({ from, to, value, data }) => ({ from, to, value: numberToHex(value), data }))
  const params = [{ blockStateCalls: [{ calls: asked }], traceTransfers: true, validation: false }, 'latest']
  const request = { method: 'eth_simulateV1', params } as Parameters<typeof client.request>[0]
  const answer: unknown = await client.request(request, signal && { signal }).catch((cause: unknown) => {
    if (signal?.aborted) throw new WalletError('ABORTED', { cause })
    return undefined
  })
  const run = safeParse(Answer, answer)
  const results = run.success ? run.data.flatMap((block) => block.calls) : []
  if (!run.success || results.length !== calls.length) return undefined
  const movesOf = ({ logs }: (typeof results)[number]) => (logs ?? []).flatMap(moveIn)
  const failed = results.find((each) => Number(each.status) !== 1 || (saysNo(each.returnData) && movesOf(each).length === 0))
  if (failed) throw new WalletError('TRANSACTION_WOULD_FAIL', { cause: failed.error ?? failed })
  const moves = results.flatMap(movesOf)
  const own = calls[0]?.from.toLowerCase() ?? ''
  return {
    changes: changesOf(own, moves),
    arrived: (token, to) => {
      const all = moves.filter((each) => each.token === token.toLowerCase())
      // The transfer may go through a contract.
      const there = all.filter((each) => each.to === to.toLowerCase())
      return all.some(({ from }) => from === own) ? there.reduce((sum, { amount }) => sum + amount, 0n) : undefined
    },
  }
}

/** Some tokens return `false` instead of reverting, and a few old ones always; an empty answer counts as success. */
const saysNo = (returnData: string) => /^0x0{64}$/.test(returnData)

type Move = { readonly token: string; readonly from: string; readonly to: string; readonly amount: bigint }

/** ERC-721 has the token id as a fourth topic, and no amount. */
function moveIn({ address, topics, data }: z.infer<typeof Log>): readonly Move[] {
  const [topic, from, to] = topics
  if (topic !== TRANSFER || topics.length !== 3 || !/^0x[0-9a-f]{64}$/i.test(data)) return []
  return [{ token: address.toLowerCase(), from: partyIn(from), to: partyIn(to), amount: BigInt(data) }]
}

function changesOf(own: string, moves: readonly Move[]): readonly AssetChange[] {
  const sums = new Map<string, bigint>()
  for (const { token, from, to, amount } of moves) {
    if (from === own) sums.set(token, (sums.get(token) ?? 0n) - amount)
    if (to === own) sums.set(token, (sums.get(token) ?? 0n) + amount)
  }
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([token, amount]) => ({ token: token === COIN ? undefined : token, amount }))
}

const partyIn = (topic: string | undefined) => `0x${topic?.slice(-40).toLowerCase()}`
