import {
  decodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  hexToBigInt,
  hexToString,
  isHex,
  maxUint256,
  size,
  slice,
} from 'viem'
import { callChain, type SiteChain } from './chains'

/** One call of a transaction, as it was asked for. */
export type Call = { readonly to?: Hex | undefined; readonly value?: Hex | undefined; readonly data?: Hex | undefined }

/** What a person is told before they decide. */
export type Preview = {
  readonly title: string
  /** Reasons for caution, the worst first. */
  readonly risks: readonly { readonly title: string; readonly text: string }[]
  /** What would change, found by running it without sending it. */
  readonly changes: readonly { readonly sign: '−' | '+'; readonly amount: string }[]
  readonly facts: readonly (readonly [string, string])[]
  /** The exact text or data. */
  readonly raw: string
}

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
/** An allowance above this is as good as all there will ever be. */
const UNLIMITED = maxUint256 / 2n

const tokenAt = (chain: SiteChain, address: string | undefined) =>
  chain.tokens.find((each) => each.address.toLowerCase() === address?.toLowerCase())

/** A message, as text where it is text. */
export function previewMessage(message: unknown): Preview {
  const text = typeof message !== 'string' ? '' : isHex(message) ? hexToString(message) : message
  return { title: 'Sign a message', risks: [], changes: [], facts: [], raw: text }
}

type Typed = { domain?: Record<string, unknown>; primaryType?: string; message?: Record<string, unknown> }

/** Typed data; permits are told for what they are: the right to spend. */
export function previewTyped(chain: SiteChain, data: unknown): Preview {
  const typed = (typeof data === 'string' ? JSON.parse(data) : data) as Typed
  const { domain = {}, primaryType = '', message = {} } = typed
  const spends = /permit/i.test(primaryType) || ('spender' in message && ('value' in message || 'amount' in message))
  const token = tokenAt(chain, String(domain.verifyingContract ?? ''))
  const value = BigInt(String(message.value ?? message.amount ?? 0))
  const amount = !token
    ? String(value)
    : value >= UNLIMITED
      ? `unlimited ${token.symbol}`
      : `${formatUnits(value, token.decimals)} ${token.symbol}`
  const foreign = domain.chainId !== undefined && Number(domain.chainId) !== chain.chainId
  return {
    title: spends ? 'Allow spending by signature' : `Sign data: ${primaryType}`,
    risks: [
      ...(spends
        ? [
            {
              title: `This lets somebody spend ${amount}`,
              text: 'No transaction is needed after it. Sign only for a site that you trust.',
            },
          ]
        : []),
      ...(foreign ? [{ title: 'This is for another network', text: `It is valid on chain ${String(domain.chainId)}.` }] : []),
    ],
    changes: [],
    facts: [
      ...(spends ? ([['Spender', String(message.spender ?? '')]] as const) : []),
      ['Contract', String(domain.verifyingContract ?? domain.name ?? '')],
    ],
    raw: JSON.stringify(message, null, 2),
  }
}

/** Calls: what each does, what they would change together, and the fee. */
export async function previewCalls(chain: SiteChain, from: Hex, calls: readonly Call[], sponsored: boolean): Promise<Preview> {
  const risks: { title: string; text: string }[] = []
  const facts: [string, string][] = []
  const titles: string[] = []
  for (const { to, data = '0x', value = '0x0' } of calls) {
    const token = tokenAt(chain, to)
    const code = to ? await callChain<Hex>(chain.rpc, 'eth_getCode', [to, 'latest']) : '0x'
    const call = token && size(data) > 4 ? readToken(data) : undefined
    if (!to) titles.push('Deploy a contract')
    else if (call?.kind === 'transfer') titles.push(`Send ${formatUnits(call.amount, token?.decimals ?? 18)} ${token?.symbol}`)
    else if (call?.kind === 'approve') {
      const unlimited = call.amount >= UNLIMITED
      const amount = unlimited ? 'Unlimited' : formatUnits(call.amount, token?.decimals ?? 18)
      titles.push(`Allow spending of ${amount} ${token?.symbol}`)
      if (unlimited)
        risks.push({
          title: `This site could empty your ${token?.symbol}`,
          text: 'It asks to spend without a limit, at any time.',
        })
    } else if (data !== '0x' && code === '0x')
      risks.push({ title: 'There is no contract at this address', text: 'What is sent there cannot do what it says.' })
    else if (data !== '0x') {
      titles.push('Use a contract')
      risks.push({
        title: 'Unknown contract',
        text: `What ${slice(data, 0, 4)} does there is not known here. See what would change.`,
      })
    } else titles.push(`Send ${formatUnits(hexToBigInt(value), 18)} ${chain.symbol}`)
    facts.push([
      call ? (call.kind === 'approve' ? 'Spender' : 'To') : 'To',
      getAddress(call?.who ?? to ?? '0x0000000000000000000000000000000000000000'),
    ])
  }
  const { changes, failed } = await simulate(chain, from, calls)
  if (failed) risks.unshift({ title: 'This would fail', text: failed })
  return {
    title: titles.length > 1 ? `${titles.length} steps at once: ${titles.join(', ')}` : (titles[0] ?? 'Transaction'),
    risks,
    changes,
    facts: [
      ['From', getAddress(from)],
      ...facts,
      ['Network', chain.name],
      ['Network fee', sponsored ? 'Paid by this wallet' : await fee(chain, from, calls)],
    ],
    raw: JSON.stringify(calls, null, 2),
  }
}

function readToken(data: Hex) {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'transfer') return { kind: 'transfer', who: args[0], amount: args[1] } as const
    if (functionName === 'approve') return { kind: 'approve', who: args[0], amount: args[1] } as const
  } catch {
    // Another function, or none.
  }
  return undefined
}

async function fee(chain: SiteChain, from: Hex, calls: readonly Call[]): Promise<string> {
  try {
    const [call] = calls
    const gas = hexToBigInt(await callChain<Hex>(chain.rpc, 'eth_estimateGas', [{ from, ...call }]))
    const price = hexToBigInt(await callChain<Hex>(chain.rpc, 'eth_gasPrice', []))
    return `${formatUnits(gas * price, 18)} ${chain.symbol}`
  } catch {
    return 'Could not be estimated'
  }
}

type Simulated = { calls: { status: Hex; error?: { message?: string }; logs: { address: Hex; topics: Hex[]; data: Hex }[] }[] }
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Runs the calls without sending them, and sums up what the account would lose and get. */
async function simulate(chain: SiteChain, from: Hex, calls: readonly Call[]) {
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
    return { changes: [], failed: undefined }
  }
  const changes = [...sums].flatMap(([address, sum]) => {
    if (sum === 0n) return []
    const token = tokenAt(chain, address)
    const amount = sum < 0n ? -sum : sum
    const text =
      address.toLowerCase() === NATIVE
        ? `${formatUnits(amount, 18)} ${chain.symbol}`
        : token
          ? `${formatUnits(amount, token.decimals)} ${token.symbol}`
          : `${amount} of ${short(address)}`
    return [{ sign: sum < 0n ? ('−' as const) : ('+' as const), amount: text }]
  })
  return { changes, failed: undefined }
}
