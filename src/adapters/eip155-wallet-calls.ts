import { type ErrorCode, WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import type { Network } from '../lib/network'
import { toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import type { WalletProvider } from './types'
import { askWallet, READ_LIMIT_MS } from './wallet-request'

/** EIP-5792's version of the request. */
const VERSION = '2.0.0'
const MAX_CALLS = 1_000

type Hex = `0x${string}`

/** One call of a batch (EIP-5792): `to` an address, `data` whole bytes, `value` in wei; each may be absent. */
type WalletCall = { readonly to?: Hex; readonly data?: Hex; readonly value?: bigint }
/** A batch as the wallet is asked for it (EIP-5792). */
export type WalletCalls = {
  readonly from: Hex
  readonly calls: readonly WalletCall[]
  /** All or nothing; a wallet that cannot do this refuses with 5760. */
  readonly atomicRequired?: boolean
  readonly capabilities?: Readonly<Record<string, unknown>>
}
/** The status of a batch: 1xx pending, 2xx confirmed, else failed, wholly (4xx, 5xx) or in part (6xx). */
export type CallsStatus = {
  readonly status: 'pending' | 'confirmed' | 'failed' | 'partial'
  readonly code: number
  readonly atomic: boolean
  readonly hashes: readonly Hex[]
}
const hex = (pattern: RegExp, text: unknown): text is Hex => typeof text === 'string' && pattern.test(text)
const BYTES = /^0x([0-9a-f]{2})*$/i

const Sent = z.union([
  z.string(),
  z.pipe(
    z.object({ id: z.string() }),
    z.transform(({ id }) => id),
  ),
])
const Hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const Receipt = z.object({ transactionHash: Hash })
/** The hash that some wallets return with their answer (CAIP-345) and do not report later. */
const Named = z.object({
  capabilities: z.object({ caip345: z.object({ transactionHashes: z.array(Hash).check(z.maxLength(MAX_CALLS)) }) }),
})
const Told = z.object({
  // Wallets with the draft's first version use words.
  status: z.union([z.int(), z.enum(['PENDING', 'CONFIRMED'])]),
  atomic: z.catch(z.boolean(), false),
  receipts: z.catch(z.optional(z.array(Receipt).check(z.maxLength(MAX_CALLS))), undefined),
})

/** The complete request of a batch, frozen. */
export type CallsRequest = Readonly<Record<string, unknown>>

/**
 * The request of a batch (EIP-5792 `wallet_sendCalls`). Throws RPC_INVALID_PARAMS for anything that a wallet might read
 * differently, before any wallet is asked.
 */
export function callsRequest(network: Network, { from, calls, atomicRequired = false, capabilities }: WalletCalls): CallsRequest {
  if (!hex(EVM_ADDRESS, from) || calls.length === 0 || calls.length > MAX_CALLS) throw new WalletError('RPC_INVALID_PARAMS')
  const written = calls.map(({ to, data, value }) => {
    if (to !== undefined && !hex(EVM_ADDRESS, to))
      throw new WalletError('RPC_INVALID_PARAMS', { help: 'A call’s `to` is 0x and 40 digits.' })
    if (data !== undefined && !hex(BYTES, data))
      throw new WalletError('RPC_INVALID_PARAMS', { help: 'A call’s `data` is 0x and whole bytes.' })
    if (value !== undefined && value < 0n) throw new WalletError('RPC_INVALID_PARAMS')
    const sum = value !== undefined && { value: `0x${value.toString(16)}` }
    return Object.freeze({ ...(to && { to }), ...(data && { data }), ...sum })
  })
  const chainId = `0x${Number(network.id).toString(16)}`
  return Object.freeze({
    version: VERSION,
    chainId,
    from,
    atomicRequired,
    calls: Object.freeze(written),
    ...(capabilities && { capabilities }),
  })
}

/**
 * Sends a batch to the wallet, once; resolves to the id for asking its status, and the hash of its last transaction if the wallet names
 * that at once. Throws USER_REJECTED, the codes of the 5700s (EIP-5792), WALLET_ANSWER_INVALID and the wallet's error, `failure` if
 * that is empty.
 */
export async function sendRequest(
  provider: WalletProvider,
  request: CallsRequest,
  failure: ErrorCode = 'REQUEST_FAILED',
): Promise<{ readonly id: string; readonly hash: string | undefined }> {
  const asked = { method: 'wallet_sendCalls', params: [request] }
  const answer = await askWallet(provider, asked, undefined, null).catch((cause) => {
    throw toWalletError(cause, failure)
  })
  const id = safeParse(Sent, answer)
  if (!id.success || id.data.length === 0 || id.data.length > 8_194) throw new WalletError('WALLET_ANSWER_INVALID')
  return { id: id.data, hash: safeParse(Named, answer).data?.capabilities.caip345.transactionHashes.at(-1) }
}

/** The status of a batch (EIP-5792 `wallet_getCallsStatus`). Throws WALLET_ANSWER_INVALID, CALLS_UNKNOWN_ID and the wallet's error. */
export async function getCallsStatus(provider: WalletProvider, id: string, signal?: AbortSignal): Promise<CallsStatus> {
  const request = { method: 'wallet_getCallsStatus', params: [id] }
  const answer = await askWallet(provider, request, signal, READ_LIMIT_MS).catch((cause) => {
    throw toWalletError(cause, 'REQUEST_FAILED')
  })
  const told = safeParse(Told, answer)
  if (!told.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: told.error })
  const { status, atomic, receipts = [] } = told.data
  const code = status === 'PENDING' ? 100 : status === 'CONFIRMED' ? 200 : status
  const hashes = [...new Set(receipts.map(({ transactionHash }) => transactionHash as Hex))]
  return { status: statusOf(code), code, atomic, hashes }
}

function statusOf(code: number): CallsStatus['status'] {
  if (code >= 100 && code < 200) return 'pending'
  if (code >= 200 && code < 300) return 'confirmed'
  if (code >= 400 && code < 600) return 'failed'
  if (code >= 600 && code < 700) return 'partial'
  throw new WalletError('WALLET_ANSWER_INVALID')
}
