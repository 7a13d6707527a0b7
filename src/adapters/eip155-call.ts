import { type Hex, numberToHex } from 'viem'
import { WalletError } from '../lib/errors'
import '../lib/money-errors'
import type { Network } from '../lib/network'
import { nestedCode, RETRIED_RPC_CODES, toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { eip155Client } from './eip155-client'
import { type Call, simulate } from './eip155-simulate'
import type { Cost, Prepared, TransferOrder } from './transfers'
import type { RpcContext, WalletProvider } from './types'
import { askWallet } from './wallet-request'

/** Allows for a base fee that rises during the review. */
const BASE_FEE_FACTOR = 2n
/** A contract may need more gas than in the estimate. */
const GAS_MARGIN_PERCENT = 125n
const PLAIN_TRANSFER_GAS = 21_000n
/** Chains of the OP stack also charge for the data they put on Ethereum; the contract that knows the price, and chains that have it. */
const L1_FEE_ORACLE = '0x420000000000000000000000000000000000000F'
const L1_FEE_CHAINS = new Set([
  10, 130, 252, 480, 1135, 1868, 8453, 34443, 42220, 57073, 60808, 7777777, 84532, 11155420, 999999999,
])
/** `getL1FeeUpperBound(uint256)`, and what a transaction has besides its data, in bytes. */
const L1_FEE_SELECTOR = '0xf1c7a58b'
const ENVELOPE_BYTES = 120
/** `getOperatorFee(uint256)` of the same contract: the operator's own fee for so much gas, since Isthmus; Mantle has one. */
const OPERATOR_FEE_SELECTOR = '0x275aedd2'
/**
 * Scroll's two chains have their own contract for it; like the OP stack's earlier ones it takes the bytes (`getL1Fee(bytes)`)
 * and returns the current price.
 */
const SCROLL_CHAINS: readonly number[] = [534352, 534351]
const SCROLL_ORACLE = '0x5300000000000000000000000000000000000002'
const BYTES_SELECTOR = '0x49948e0e'
/** A quarter more than the actual bytes, in case the price rises; whole words. */
const shownBytes = (bytes: number) => (((bytes * 5) >> 7) + 1) * 32

/** A whole number, at most 32 bytes. */
export const Quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
/** 32 bytes: a hash, or the result of a call. */
export const Word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const Block = z.object({ baseFeePerGas: z.optional(z.nullable(Quantity)) })

type Client = ReturnType<typeof eip155Client>
/** Per unit of gas: the price at the current block, and the most that the transaction offers. */
type Price = { readonly expected: bigint; readonly request: Readonly<Record<string, Hex>>; readonly most: bigint }

/** What a call costs (EIP-1559 where the chain has it, and the fee for Ethereum's data). Throws FEE_UNKNOWN, TRANSACTION_WOULD_FAIL. */
export async function estimateCall(network: Network, call: Call, context: RpcContext, signal?: AbortSignal): Promise<Cost> {
  const { cost } = await priced(eip155Client(network, context), call, signal)
  return cost
}

/**
 * Prepares the transaction of a call, frozen, and simulates it (`eth_simulateV1`); `order`: the transfer, if it is one.
 * Throws as `estimateCall`.
 */
export async function prepareCall(
  network: Network,
  call: Call,
  context: RpcContext,
  signal?: AbortSignal,
  order?: TransferOrder,
): Promise<Prepared> {
  const client = eip155Client(network, context)
  const [trial, { cost, gas, price }] = await Promise.all([simulate(client, [call], signal), priced(client, call, signal)])
  const request = Object.freeze({
    from: call.from,
    to: call.to,
    value: numberToHex(call.value),
    data: call.data,
    chainId: numberToHex(Number(network.id)),
    gas: numberToHex(gas),
    ...price.request,
  })
  return Object.freeze({ ...cost, request, ...toldOf(trial, order) })
}

/** The result of a simulation; for a transfer also the amount that arrives. */
export const toldOf = (
  trial: Awaited<ReturnType<typeof simulate>>,
  { to, token }: Partial<TransferOrder> = {},
): Pick<Prepared, 'changes' | 'arrives'> => ({
  changes: trial?.changes,
  arrives: to !== undefined && token !== undefined ? trial?.arrived(token, to) : undefined,
})

/** Sends a transaction to the wallet unchanged, without retries. Throws the wallet's error, WALLET_ANSWER_INVALID. */
export async function submitCall(provider: WalletProvider, request: Prepared['request']): Promise<string> {
  const asked = { method: 'eth_sendTransaction', params: [request] }
  const answer = await askWallet(provider, asked, undefined, null).catch((cause) => {
    throw toWalletError(cause, 'SEND_FAILED')
  })
  const hash = safeParse(Word, answer)
  if (!hash.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: hash.error })
  return hash.data
}

async function priced(client: Client, call: Call, signal: AbortSignal | undefined) {
  try {
    const [gas, price, l1Fee] = await Promise.all([
      gasOf(client, call, signal),
      priceOf(client, signal),
      l1FeeOf(client, call, signal),
    ])
    const others = l1Fee + (await operatorFeeOf(client, gas.limit, signal))
    const cost: Cost = { fee: gas.used * price.expected + others, maxFee: gas.limit * price.most + others, deposit: 0n }
    return { cost, gas: gas.limit, price }
  } catch (cause) {
    if (signal?.aborted) throw new WalletError('ABORTED', { cause })
    if (cause instanceof WalletError) throw cause
    throw new WalletError(isRevert(cause) ? 'TRANSACTION_WOULD_FAIL' : 'FEE_UNKNOWN', { cause })
  }
}

async function gasOf(client: Client, { from, to, value, data }: Call, signal: AbortSignal | undefined) {
  const transaction = { from, to, value: numberToHex(value), data }
  const used = BigInt(z.parse(Quantity, await ask(client, 'eth_estimateGas', [transaction], signal)))
  return { used, limit: used === PLAIN_TRANSFER_GAS ? used : (used * GAS_MARGIN_PERCENT) / 100n }
}

async function priceOf(client: Client, signal: AbortSignal | undefined): Promise<Price> {
  const block = z.parse(Block, await ask(client, 'eth_getBlockByNumber', ['latest', false], signal))
  if (!block.baseFeePerGas) {
    const gasPrice = BigInt(z.parse(Quantity, await ask(client, 'eth_gasPrice', [], signal)))
    return { expected: gasPrice, most: gasPrice, request: { gasPrice: numberToHex(gasPrice) } }
  }
  const base = BigInt(block.baseFeePerGas)
  // Not every node has this method; the tip is then the gas price less the base fee.
  const told = await ask(client, 'eth_maxPriorityFeePerGas', [], signal).catch(async () => {
    const wanted = BigInt(z.parse(Quantity, await ask(client, 'eth_gasPrice', [], signal)))
    return numberToHex(wanted > base ? wanted - base : 0n)
  })
  const tip = BigInt(safeParse(Quantity, told).data ?? 0)
  const most = base * BASE_FEE_FACTOR + tip
  return {
    expected: base + tip,
    most,
    request: { maxFeePerGas: numberToHex(most), maxPriorityFeePerGas: numberToHex(tip) },
  }
}

/** Chains found to have no such contract. */
const withoutL1Fee = new Set<number>()

async function l1FeeOf(client: Client, { data }: Call, signal: AbortSignal | undefined): Promise<bigint> {
  const { id } = client.chain
  if (withoutL1Fee.has(id)) return 0n
  const bytes = (data.length - 2) / 2 + ENVELOPE_BYTES
  const told = (to: string, data: string) => ask(client, 'eth_call', [{ to, data }, 'latest'], signal)
  const ofLength = () => told(L1_FEE_ORACLE, L1_FEE_SELECTOR + word(bytes))
  const shown = shownBytes(bytes)
  const ofBytes = (to: string) => told(to, BYTES_SELECTOR + word(32) + word(shown) + 'ff'.repeat(shown))
  const isScroll = SCROLL_CHAINS.includes(id)
  if (isScroll || L1_FEE_CHAINS.has(id)) return BigInt(z.parse(Quantity, await (isScroll ? ofBytes(SCROLL_ORACLE) : ofLength())))
  // The host may have added other chains: without the contract the answer is empty, and earlier versions only take the bytes.
  const answer = await ofLength().catch(() => ofBytes(L1_FEE_ORACLE).catch(() => undefined))
  if (answer === '0x') withoutL1Fee.add(id)
  return BigInt(safeParse(Word, answer).data ?? 0)
}

/** The operator's own fee for so much gas, which nodes want to be covered as well; nothing where the contract knows of none. */
async function operatorFeeOf(client: Client, gas: bigint, signal: AbortSignal | undefined): Promise<bigint> {
  const { id } = client.chain
  if (withoutL1Fee.has(id) || SCROLL_CHAINS.includes(id)) return 0n
  const call = { to: L1_FEE_ORACLE, data: OPERATOR_FEE_SELECTOR + word(gas) }
  const answer = await ask(client, 'eth_call', [call, 'latest'], signal).catch((cause) => {
    // Without an answer there may be one: with too little held back, a node would refuse what Max sends.
    const isSilent = RETRIED_RPC_CODES.includes(nestedCode(cause) ?? -1) && !isRevert(cause)
    if (isSilent && L1_FEE_CHAINS.has(id)) throw cause
  })
  return BigInt(safeParse(Word, answer).data ?? 0)
}

/** A number as one word of call data (32 bytes), in hex without 0x. */
export const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

/** One read by method name; viem's own actions would bring along multicall and more. */
export const ask = (client: Client, method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown> =>
  client.request({ method, params } as Parameters<Client['request']>[0], signal && { signal })

/** Whether the error means that the call reverts on the chain. */
export const isRevert = (cause: unknown): boolean =>
  nestedCode(cause) === 3 ||
  /revert|insufficient (funds|balance)|exceeds (allowance|balance)/i.test(cause instanceof Error ? cause.message : '')
