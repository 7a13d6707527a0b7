import { formatUnits, getAddress, type Hex, hexToBigInt } from 'viem'
import type { Call } from './calls'
import { callChain, type SiteChain } from './chains'
import type { Preview } from './preview'

type Simulated = { calls: { status: Hex; error?: { message?: string }; logs: { address: Hex; topics: Hex[]; data: Hex }[] }[] }
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Address by which services and contracts denote a chain's coin. */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** An amount of a token as text; the coin has its own address among tokens. */
export function amountOf(chain: SiteChain, token: string, amount: bigint): string {
  if (token.toLowerCase() === COIN || /^0x0{40}$/.test(token)) return `${formatUnits(amount, 18)} ${chain.symbol}`
  const known = tokenAt(chain, token)
  return known ? `${formatUnits(amount, known.decimals)} ${known.symbol}` : `${amount} of ${getAddress(token)}`
}

export const tokenAt = (chain: SiteChain, address: string | undefined) =>
  chain.tokens.find((each) => each.address.toLowerCase() === address?.toLowerCase())

/** Simulates the calls, and sums up what the account would lose and get. */
export async function simulate(
  chain: SiteChain,
  from: Hex,
  calls: readonly Call[],
): Promise<{ changes: Preview['changes']; failed?: string | undefined }> {
  const sums = new Map<string, bigint>()
  try {
    const [block] = await callChain<Simulated[]>(chain.rpc, 'eth_simulateV1', [
      { blockStateCalls: [{ calls: calls.map((call) => ({ from, ...call })) }], traceTransfers: true },
      'latest',
    ])
    const failed = block?.calls.find(({ status }) => status !== '0x1')
    if (failed) return { changes: [], failed: failed.error?.message ?? 'The network would refuse it.' }
    for (const { address, topics, data } of block?.calls.flatMap(({ logs }) => logs) ?? []) {
      const [kind, sender, receiver] = topics
      if (kind !== TRANSFER || !sender || !receiver || data === '0x') continue
      const amount = hexToBigInt(data)
      const own = from.slice(2).toLowerCase()
      if (sender.endsWith(own)) sums.set(address, (sums.get(address) ?? 0n) - amount)
      if (receiver.endsWith(own)) sums.set(address, (sums.get(address) ?? 0n) + amount)
    }
  } catch {
    return { changes: [] }
  }
  const changes = [...sums].flatMap(([address, sum]) =>
    sum === 0n
      ? []
      : [{ sign: sum < 0n ? ('−' as const) : ('+' as const), amount: amountOf(chain, address, sum < 0n ? -sum : sum) }],
  )
  return { changes }
}

/** The fee that the key's own address would pay for its single call. */
export async function feeOf(chain: SiteChain, from: Hex, calls: readonly Call[]): Promise<string> {
  try {
    const [call] = calls
    const gas = hexToBigInt(await callChain<Hex>(chain.rpc, 'eth_estimateGas', [{ from, ...call }]))
    const price = hexToBigInt(await callChain<Hex>(chain.rpc, 'eth_gasPrice', []))
    return `${formatUnits(gas * price, 18)} ${chain.symbol}`
  } catch {
    return 'Could not be estimated'
  }
}
